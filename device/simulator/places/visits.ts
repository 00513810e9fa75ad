/**
 * Guests on foot and by car, from the desk's entry to their leaving: by the codes on their phones and by the cameras of
 * the lanes.
 */
import { Mailbox } from '../mailbox.ts';
import type { VirtualDevice } from '../virtual-device.ts';
import { rule } from './figures.ts';
import type { Figure } from './figures.ts';
import { add, allOf, beside, connected, openSetting, pause, until } from './setting.ts';
import type { Setting, Run } from './setting.ts';

const VISITS = '/api/updown/plat/visitorInfo';
const own = '/api/gatehouse/visit';
const HOUR_MS = 3_600_000;
/** A picture of a code works this long at most, its own half minute and the next. */
const CODE_MS = 60_000;
/** The guests' pages all ask from this one address, which may ask 120 times a minute. */
const GUEST_EVERY_MS = 1_050;

/** What becomes of a guest: comes on foot or by car, is refused, or stays away because the visit was called off. */
type Fate = 'foot' | 'car' | 'refused' | 'cancelled';
type Guest = { readonly id: string; readonly fate: Fate; readonly plate: string | null };
type Lane = { readonly camera: VirtualDevice; readonly opened: Mailbox<string> };

/** Of twenty guests ten walk, eight drive, one is refused and one is called off. */
const fateOf = (nth: number): Fate => {
  const of = nth % 20;
  if (of === 7) return 'refused';
  if (of === 15) return 'cancelled';
  return of % 5 < 2 ? 'car' : 'foot';
};

async function laneOf(run: Run, { parkId }: Setting, gateType: 'in' | 'out'): Promise<Lane> {
  const gateId = await add(run.api, 'baseParkGate', { parkId, gateName: `访客${gateType}`, gateType });
  const sn = `SIM-${run.mark}-V${gateType}`;
  const { secret } = await run.api.post<{ secret: string }>('/api/updown/parkdevices/submit', {
    parkId,
    gateId,
    deviceName: `访客${gateType}相机`,
    deviceType: 'camera',
    sn,
  });
  const camera = await connected(run, sn, secret);
  const opened = new Mailbox<string>();
  camera.onCommand = ({ name, id }) => {
    if (name === 'open') opened.put(id);
    return { ok: true };
  };
  return { camera, opened };
}

/** A car drives up and through; answers whether the barrier rose. */
async function through({ camera, opened }: Lane, plate: string): Promise<boolean> {
  camera.memory.passing += 1;
  const { passing } = camera.memory;
  const at = Date.now();
  opened.clear();
  await camera.event('plate', at, { passing, plate, colour: 'blue', confidence: 0.97 });
  const commandId = await opened.next(10_000);
  if (commandId === null) {
    await camera.event('gone', Date.now(), { passing });
    return false;
  }
  await camera.event('gate', Date.now(), { gate: 'up', by: 'command', commandId });
  await camera.event('passed', Date.now(), { passing, count: 1 });
  await camera.event('gate', Date.now(), { gate: 'down', by: 'local' });
  return true;
}

const plateOf = (nth: number): string => `苏A${String(10_000 + nth)}`;

async function invite(run: Run, { parkId }: Setting, nth: number): Promise<Guest> {
  const fate = fateOf(nth);
  const plate = fate === 'car' ? plateOf(nth) : null;
  const id = await add(run.api, 'plat/visitorInfo', {
    parkId,
    visitorName: `访客${nth + 1}`,
    phone: `139${String(10_000_000 + nth)}`,
    ...(plate ? { plateNumber: plate } : {}),
    hostName: `住户${nth + 1}`,
    visitTime: new Date(Date.now() + 60_000).toISOString(),
    leaveTime: new Date(Date.now() + 4 * HOUR_MS).toISOString(),
    people: 1,
    entries: 1,
  });
  if (fate === 'refused') await run.api.get(`${VISITS}/examine`, { id, type: '2', remark: '不方便' });
  else await run.api.get(`${VISITS}/examine`, { id, type: '1' });
  if (fate === 'cancelled') await run.api.post(`${own}/cancel`, { recordId: id });
  return { id, fate, plate };
}

type Shown = { readonly guest: Guest; readonly code: string };

/** The guest opens his invitation, agrees, and has a code. */
async function codeOf(run: Run, guest: Guest): Promise<Shown> {
  const { url } = await run.api.get<{ url: string }>(`${own}/link`, { recordId: guest.id });
  const invitation = new URL(url, run.url).searchParams.get('invitation')!;
  await run.api.post(`${own}/consent`, { invitation, visitorName: '访客', phone: '13900000000', consent: true });
  return { guest, code: (await run.api.post<{ code: string }>(`${own}/code`, { invitation })).code };
}

const isLetIn = async (run: Run, { parkId }: Setting, code: string): Promise<boolean> =>
  (await run.api.post<{ result: string }>(`${own}/check`, { code, parkId, place: '大堂' })).result === 'granted';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The code with one sign that is another. */
function marred(run: Run, code: string): string {
  const at = run.random.whole(0, code.length - 1);
  const other = run.random.pick([...SIGNS].filter((sign) => sign !== code[at]));
  return code.slice(0, at) + other + code.slice(at + 1);
}

/** On foot: a marred code lets nobody in, the good one once, and it again or after leaving no more. */
async function onFoot(run: Run, setting: Setting, guests: readonly Guest[]): Promise<Figure[]> {
  const wrong: { opens: string[]; marred: string[]; old: string[] } = { opens: [], marred: [], old: [] };
  const kept: Shown[] = [];
  let tried = 0;
  const began = Date.now();
  await beside(guests, 1, async (guest, nth) => {
    await pause(Math.max(0, began + nth * GUEST_EVERY_MS - Date.now()));
    const shown = await codeOf(run, guest);
    if (nth < run.sizes.keptCodes) return void kept.push(shown);
    for (let times = 0; times < 3; times += 1, tried += 1)
      if (await isLetIn(run, setting, marred(run, shown.code))) wrong.marred.push(guest.id);
    if (!(await isLetIn(run, setting, shown.code))) wrong.opens.push(`${guest.id} was not let in`);
    if (await isLetIn(run, setting, shown.code)) wrong.opens.push(`${guest.id} came in twice by one code`);
    await run.api.post(`${own}/signOut`, { recordId: guest.id });
    if (await isLetIn(run, setting, shown.code)) wrong.opens.push(`${guest.id} came in again, having left`);
  });
  if (kept.length > 0) await pause(CODE_MS + 1_000);
  for (const { guest, code } of kept) {
    if (await isLetIn(run, setting, code)) wrong.old.push(guest.id);
    await run.api.post(`${own}/signIn`, { recordId: guest.id });
    await run.api.post(`${own}/signOut`, { recordId: guest.id });
  }
  return [
    rule('V1 a visit lets in once, in its time', guests.length - kept.length, wrong.opens),
    rule('V2 a code with one sign changed lets nobody in', tried, wrong.marred),
    ...(kept.length > 0 ? [rule('V2 a picture of a code works no longer than a minute', kept.length, wrong.old)] : []),
  ];
}

type Row = { readonly status: string };
type Booking = { readonly plateNumber: string };

/** By car: each comes in once by its booking, and leaves. */
async function byCar(run: Run, setting: Setting, guests: readonly Guest[]): Promise<Figure> {
  const [entry, exit] = [await laneOf(run, setting, 'in'), await laneOf(run, setting, 'out')];
  const wrong: string[] = [];
  for (const { plate } of guests) if (!(await through(entry, plate!))) wrong.push(`${plate} was not let in`);
  for (const { plate } of guests) if (!(await through(exit, plate!))) wrong.push(`${plate} was not let out`);
  const { parkId } = setting;
  const booked = await allOf<Booking>(run.api, '/api/updown/plat/visitorCar/list', { parkId });
  const stays = await allOf<Booking>(run.api, '/api/updown/static/listPageVistor', { parkId });
  for (const { plate } of guests) {
    const of = (rows: readonly Booking[]): number => rows.filter(({ plateNumber }) => plateNumber === plate).length;
    if (of(booked) !== 1 || of(stays) !== 1) wrong.push(`${plate}: ${of(booked)} cars booked, ${of(stays)} stays`);
  }
  return rule('V3 a car comes in by one booking, as one stay', guests.length, wrong);
}

const DUE: Readonly<Record<Fate, string>> = { foot: 'left', car: 'left', refused: 'refused', cancelled: 'cancelled' };

async function ends(run: Run, guests: readonly Guest[]): Promise<Figure> {
  const wrong: string[] = [];
  await beside(guests, 3, async ({ id, fate }) => {
    const state = async () => (await run.api.get<Row>(`${VISITS}/detail`, { recordId: id })).status;
    if (!(await until(async () => (await state()) === DUE[fate], 10_000, 500)))
      wrong.push(`${id} is ${await state()}, not ${DUE[fate]}`);
  });
  return rule('V4 each visit ends in the one state that is due', guests.length, wrong);
}

export async function playVisits(run: Run, companyId: string): Promise<Figure[]> {
  const setting = await openSetting(run, companyId, '访客园区');
  run.say('visitors: guests are entered and examined');
  const guests = await beside(Array.from({ length: run.sizes.visits }), 2, (_, nth) => invite(run, setting, nth));
  const of = (fate: Fate): Guest[] => guests.filter((guest) => guest.fate === fate);
  run.say('visitors: guests come and go');
  const [walked, driven] = await Promise.all([onFoot(run, setting, of('foot')), byCar(run, setting, of('car'))]);
  return [...walked, driven, await ends(run, guests)];
}
