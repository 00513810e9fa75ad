import type { LiveTicket } from '#areas/device/model/link.ts';
import { seal, unseal } from '#kit/server/seal.ts';

const MARK = 'live';

/** A ticket is sealed with the installation's key, so every server of it can read it and nobody can make one. */
export const writeTicket = ({ tenantId, parkIds, until }: LiveTicket): string =>
  seal(JSON.stringify([MARK, tenantId, parkIds, until]));

export function readTicket(password: string): LiveTicket | null {
  try {
    const [mark, tenantId, parkIds, until] = JSON.parse(unseal(password)) as [
      string,
      LiveTicket['tenantId'],
      LiveTicket['parkIds'],
      number,
    ];
    return mark === MARK && until > Date.now() ? { tenantId, parkIds, until } : null;
  } catch {
    return null; // not sealed by us, or altered
  }
}

const VIDEO = 'video';

export type VideoTicket = {
  readonly tenantId: number;
  readonly deviceId: string;
  /** epoch ms */ readonly until: number;
};

/** Stands for looking at one device, for as long as the caller says. */
export const writeVideoTicket = ({ tenantId, deviceId, until }: VideoTicket): string =>
  seal(JSON.stringify([VIDEO, tenantId, deviceId, until]));

export function readVideoTicket(token: string): VideoTicket | null {
  try {
    const [mark, tenantId, deviceId, until] = JSON.parse(unseal(token)) as [string, number, string, number];
    return mark === VIDEO && until > Date.now() ? { tenantId, deviceId, until } : null;
  } catch {
    return null; // not sealed by us, or altered
  }
}
