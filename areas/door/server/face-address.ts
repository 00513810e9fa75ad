/** Where a device fetches a photo: an address that is over once the command that named it is answered. */
import { seal, unseal } from '#kit/server/seal.ts';
import { toDevice } from '#areas/door/model/door-photo.ts';

type Ticket = {
  readonly page: 'face';
  readonly tenantId: number;
  readonly photoId: string;
  readonly commandId: string;
};

export const faceAddress = (tenantId: number, photoId: string, commandId: string): string =>
  `${toDevice.path}?${new URLSearchParams({
    ticket: seal(JSON.stringify({ page: 'face', tenantId, photoId, commandId } satisfies Ticket)),
  })}`;

/** Null where it is none of ours. */
export function ticketIn(sealed: string): Ticket | null {
  try {
    const ticket = JSON.parse(unseal(sealed)) as Ticket;
    return ticket.page === 'face' ? ticket : null;
  } catch {
    return null;
  }
}
