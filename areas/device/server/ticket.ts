import type { LiveTicket, SessionRef } from '#areas/device/model/link.ts';
import { seal, unseal } from '#kit/server/seal.ts';

const MARK = 'live';

/**
 * A ticket is sealed with the installation's key, so every server of it can read it and nobody can make one. It is good
 * as long as its session is.
 */
export const writeTicket = ({ tenantId, parkIds, session, until }: LiveTicket): string =>
  seal(JSON.stringify([MARK, tenantId, parkIds, until, session.tenantId, session.sessionId]));

export function readTicket(password: string): LiveTicket | null {
  try {
    const [mark, tenantId, parkIds, until, homeTenant, sessionId] = JSON.parse(unseal(password)) as [
      string,
      LiveTicket['tenantId'],
      LiveTicket['parkIds'],
      number,
      number,
      string,
    ];
    return mark === MARK && until > Date.now()
      ? { tenantId, parkIds, until, session: { tenantId: homeTenant, sessionId } }
      : null;
  } catch {
    return null; // not sealed by us, or altered
  }
}

const VIDEO = 'video';

export type VideoTicket = {
  readonly tenantId: number;
  readonly deviceId: string;
  readonly session: SessionRef;
  /** epoch ms */ readonly until: number;
};

/** Stands for looking at one device, for as long as the caller gives and his session stands. */
export const writeVideoTicket = ({ tenantId, deviceId, session, until }: VideoTicket): string =>
  seal(JSON.stringify([VIDEO, tenantId, deviceId, until, session.tenantId, session.sessionId]));

export function readVideoTicket(token: string): VideoTicket | null {
  try {
    const [mark, tenantId, deviceId, until, homeTenant, sessionId] = JSON.parse(unseal(token)) as [
      string,
      number,
      string,
      number,
      number,
      string,
    ];
    return mark === VIDEO && until > Date.now()
      ? { tenantId, deviceId, until, session: { tenantId: homeTenant, sessionId } }
      : null;
  } catch {
    return null; // not sealed by us, or altered
  }
}
