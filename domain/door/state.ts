/** How a door stands, by whether its devices are reached and by what its contact reported last. */

export const doorContacts = ['opened', 'closed', 'forced', 'heldOpen'] as const;
export type DoorContact = (typeof doorContacts)[number];
export type DoorState = 'closed' | 'open' | 'forced' | 'held' | 'offline' | 'unknown';

const CONTACT_STATES: Readonly<Record<DoorContact, DoorState>> = {
  opened: 'open',
  closed: 'closed',
  forced: 'forced',
  heldOpen: 'held',
};

/**
 * `reached`: at least one of its devices is. What a device that is not reached reported last says nothing about now; a
 * door without a contact says nothing at all.
 */
export function doorState(reached: boolean, contact: DoorContact | null): DoorState {
  if (!reached) return 'offline';
  return contact === null ? 'unknown' : CONTACT_STATES[contact];
}
