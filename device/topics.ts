/** The topics of the protocol. Serial numbers, ids and names are single levels without wildcards. */
const ROOT = 'gatehouse/v1';
const level = /^[\p{L}\p{N}._:-]{1,64}$/u;

export const isSn = (text: string): boolean => level.test(text) && text !== 'live';
export const upTopic = (sn: string, message: string): string => `${ROOT}/${sn}/up/${message}`;
export const downTopic = (sn: string, command: string): string => `${ROOT}/${sn}/down/${command}`;
export const liveTopic = (tenantId: number, parkId: string, topic: string): string =>
  `${ROOT}/live/${tenantId}/${parkId}/${topic}`;
/**
 * What one of several servers subscribes to at an outside broker: each event goes to one of those who know the name of
 * the share. Whoever else subscribes under it has a part of the events taken from the servers and, with Mosquitto's
 * ACL, given to nobody.
 */
export const sharedUp = (share: string): string => `$share/${share}/${ROOT}/+/up/+`;
/** Every event, shared with nobody. */
export const ALL_UP = `${ROOT}/+/up/+`;
/**
 * The server that holds the session of all events announces it here, and what was sent before the shared subscription
 * existed ends with a mark.
 */
export const KEPT_BEAT = `${ROOT}/kept/beat`;
export const KEPT_MARK = `${ROOT}/kept/mark`;
export const ALL_LIVE = `${ROOT}/live/#`;

/** The device and the message of an `up` topic; null for any other. */
export function readUp(topic: string): { sn: string; message: string } | null {
  const found = /^gatehouse\/v1\/([^/]+)\/up\/([^/]+)$/.exec(topic);
  return found && isSn(found[1]!) ? { sn: found[1]!, message: found[2]! } : null;
}

/** Whether a subscription stays within a device's own commands: `…/<sn>/down/#`, `…/down/+`, `…/down/open`. */
export const isOwnDown = (filter: string, sn: string): boolean =>
  filter.startsWith(`${ROOT}/${sn}/down/`) && !filter.slice(`${ROOT}/${sn}/down/`.length).includes('/');

/** Tenant and lot of a live subscription; either may be `+`. Null when it is no live topic. */
export function readLive(filter: string): { tenant: string; park: string } | null {
  const found = /^gatehouse\/v1\/live\/([^/#]+)\/([^/#]+)\/([^/]+)$/.exec(filter);
  return found ? { tenant: found[1]!, park: found[2]! } : null;
}

/**
 * Where each server announces at an outside broker whether it is there; the broker announces it for one that has
 * died.
 */
export const serverTopic = (serverId: string): string => `${ROOT}/live/${serverId}`;

/** The server that such a topic is about; null for any other. */
export const readServer = (topic: string): string | null => /^gatehouse\/v1\/live\/([^/]+)$/.exec(topic)?.[1] ?? null;
