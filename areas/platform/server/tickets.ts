/** Entry tickets that printers in lanes print by themselves, by the car park's template, in the entry's transaction. */
import { ownAddress, queueCommands } from '#areas/device/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { driverAddress, settingsOf } from '#areas/lot/server/door.ts';
import { company } from '#areas/org/model/company.ts';
import { ticketsDue } from '#areas/passage/model/events.ts';
import type { DueTicket } from '#areas/passage/model/events.ts';
import { stayKinds } from '#areas/passage/model/words.ts';
import { columnsOf, layout } from '#domain/print/layout.ts';
import type { Values } from '#domain/print/layout.ts';
import { parseTemplate } from '#domain/print/template.ts';
import { maskPlate } from '#domain/plate/plate.ts';
import { wallTime } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { on } from '#kit/server/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { namesOf } from '#kit/server/rows.ts';
import { ownTemplates, slipKnown } from '../model/slip-kinds.ts';
import { bytesOf, templateOf } from './print.ts';
import { ticketValues } from './slip-values.ts';

/** Nobody is there whose language it could be. */
const LANG = 'zh';
const nobody = text('自动打印', 'Printed by itself');
/** A car does not stand before the barrier for longer. */
const VALID_MS = 30_000;

type About = { readonly lot: Awaited<ReturnType<typeof rowOf>>; readonly company: string; readonly address: string };

async function aboutOf(db: Db, parkId: string): Promise<About> {
  const lot = await rowOf(park, parkId, db);
  const companyId = String(lot['companyId']);
  const [names, { driverUrl }] = await Promise.all([namesOf(company, [companyId], db), settingsOf(db, parkId)]);
  // No request names a host here: an address that begins with it begins with the server's own.
  const address = driverAddress(driverUrl, ownAddress.value(), 'pay', { parkId });
  return { lot, company: names.get(companyId) ?? '', address };
}

function valuesOf({ lot, company: name, address }: About, zone: string, { plate, lane, kind, at }: DueTicket): Values {
  const clock = (ms: number): string => wallTime(new Date(ms).toISOString(), zone).slice(0, 16);
  return {
    values: {
      park: String(lot['parkName'] ?? ''),
      company: name,
      phone: String(lot['servicePhone'] ?? ''),
      operator: nobody[LANG],
      printed: clock(Date.now()),
      ...ticketValues({ plate, address, isShown: true }, LANG),
      lane,
      inTime: clock(at),
      kind: stayKinds[kind][LANG],
      notice: String(lot['feeNotice'] ?? ''),
    },
    lists: {},
  };
}

export const platformEvents: AreaEvents = {
  name: 'platform',
  emits: [],
  handles: [
    on(ticketsDue, async ({ place, tickets }, { db }) => {
      const about = await aboutOf(db, place.parkId);
      const own = await templateOf(db, about.lot, 'entry');
      const { blocks } = parseTemplate(own?.content ?? ownTemplates.entry[LANG], slipKnown('entry'));
      const columns = columnsOf[own?.paper ?? '58'];
      await queueCommands(
        db,
        place.tenantId,
        tickets.map((ticket) => ({
          id: ticket.commandId,
          name: 'print',
          deviceId: ticket.deviceId,
          validMs: VALID_MS,
          payload: {
            escpos: bytesOf(layout(blocks, valuesOf(about, place.zone, ticket), columns)),
            plate: ticket.plate,
            again: true,
          },
          cause: 'ticket',
          causeId: ticket.stay,
          remark: maskPlate(ticket.plate),
        })),
      );
    }),
  ],
};
