/**
 * The list of a Hikvision camera: records with an id of the camera's own, read in pages of XML, written in JSON. What is
 * sure of it stands in README.md.
 */
import { addDays, isDay, startOfDay } from '#domain/time/day.ts';
import { formatInstant, parseWallTime } from '#domain/time/format.ts';
import type { Call, ListCalls, ListedPlate, Reply, Setup } from '#device/adapters/adapter.ts';
import { readXml } from '#device/adapters/xml.ts';

/** Of some hundred bytes each: a page fits into the longest answer that is read. */
const PAGE = 50;
const RECORD = /<(?:\w+:)?LicensePlateInfo(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?LicensePlateInfo>/g;
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ESCAPED[sign]!);

const call = ({ channel }: Setup, method: Call['method'], name: string, type: string, body: string): Call => ({
  method,
  path: `/ISAPI/Traffic/channels/${channel}/${name}`,
  headers: { 'content-type': type },
  body,
});

const find: ListCalls['find'] = (what, search, to) =>
  call(
    to,
    'POST',
    'searchLPListAudit',
    'application/xml',
    `<LPListAuditSearchDescription><searchID>${escaped(search)}</searchID><searchResultPosition>${'from' in what ? what.from : 0}</searchResultPosition>` +
      `<maxResults>${PAGE}</maxResults>${'plate' in what ? `<LicensePlate>${escaped(what.plate)}</LicensePlate>` : ''}</LPListAuditSearchDescription>`,
  );

/** Local text, an instant with its zone, or a day alone, which holds to its end. Null where it has no end. */
function endOf(text: string, zone: string): Pick<ListedPlate, 'until' | 'byDay'> {
  if (text === '') return { until: null };
  if (isDay(text)) return { until: new Date(startOfDay(addDays(text, 1), zone)).toISOString(), byDay: true };
  const instant = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : (parseWallTime(text, zone) ?? Number.NaN);
  return { until: Number.isNaN(instant) ? null : new Date(instant).toISOString() };
}

function plateIn(record: string, zone: string): ListedPlate | null {
  const xml = readXml(`<r>${record}</r>`);
  const of = (name: string): string => xml?.get(name)?.trim() ?? '';
  const list = of('listtype') || of('type');
  if (of('licenseplate') === '' || /black|block/i.test(list)) return null;
  return { plate: of('licenseplate'), id: of('id'), list, ...endOf(of('effectivetime'), zone) };
}

function read({ status, body }: Reply, zone: string): ReturnType<ListCalls['read']> {
  if (status !== 200 || !/<(?:\w+:)?LPListAuditSearchResult/.test(body)) return null;
  const plates = [...body.matchAll(RECORD)].flatMap(([, record]) => plateIn(record!, zone) ?? []);
  return { plates, more: /<(?:\w+:)?responseStatusStrg>\s*MORE\s*</i.test(body) };
}

const local = (instant: string, zone: string): string => formatInstant(Date.parse(instant), zone).replace(' ', 'T');

/** One that it holds already is changed by its id: some models refuse to add it again. */
const write: ListCalls['write'] = (entries, { from, zone }, to, older) =>
  call(
    to,
    'PUT',
    'licensePlateAuditData/record?format=json',
    'application/json',
    JSON.stringify({
      LicensePlateInfoList: entries.map(({ plate, until, was }) => ({
        id: was?.id ?? '',
        listType: was?.list || (older ? 'whiteList' : 'allowList'),
        LicensePlate: plate,
        createTime: local(from, zone),
        effectiveStartDate: local(from, zone).slice(0, 10),
        effectiveTime: local(until, zone),
        operationType: was ? 'modify' : 'add',
      })),
    }),
  );

/** By ids, as texts: with numbers it answers that it is done and deletes nothing. Without ids nothing is sent. */
const drop: ListCalls['drop'] = (plates, to) =>
  call(
    to,
    'PUT',
    'DelLicensePlateAuditData?format=json',
    'application/json',
    JSON.stringify({ id: plates.map(({ id }) => id) }),
  );

export const lists: ListCalls = { find, read, write, drop };
