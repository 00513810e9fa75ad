/**
 * A Hikvision camera as its ISAPI guide says: posts parts with their lengths, is called with digest, counts what its
 * barrier did.
 */
import { randomUUID } from 'node:crypto';
import { calledWith, cameraList, jpeg, post, posted } from '#device/adapters/emulation.ts';
import type { DeviceFault, EmulatedCar, Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

const BOUNDARY = 'boundary';
const PREFIX: Readonly<Record<string, string>> = { blue: '蓝', yellow: '黄', green: '绿', white: '白', black: '黑' };
const COLOUR: Readonly<Record<string, string>> = { green: 'newEnergyGreen', 'yellow-green': 'newEnergyYellowGreen' };

const part = (name: string, type: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);

const isoLocal = (at: number): string => `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;

function xmlOf(car: EmulatedCar, has: (fault: DeviceFault) => boolean, serial: string, uuid: string): string {
  const none = has('no-plate') || car.plate === '';
  const plate = none ? 'noPlate' : `${PREFIX[car.colour] ?? ''}${car.plate}`;
  return `<?xml version="1.0" encoding="${has('gbk') ? 'GBK' : 'UTF-8'}"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema"><ipAddress>10.8.0.41</ipAddress>
<macAddress>${has('spoof') ? 'ff:ff:ff:ff:ff:ff' : serial}</macAddress><channelID>1</channelID><dateTime>${isoLocal(car.at + (has('clock') ? 8 * 3_600_000 : 0))}</dateTime>
<eventType>ANPR</eventType><channelName>E1 & E2</channelName><ANPR><licensePlate>${plate}</licensePlate><line>1</line><direction>forward</direction>
<confidenceLevel>98</confidenceLevel><plateColor>${COLOUR[car.colour] ?? car.colour}</plateColor><vehicleListName>otherList</vehicleListName></ANPR>
<UUID>${uuid}</UUID><picNum>2</picNum><isDataRetransmission>${has('offline')}</isDataRetransmission></EventNotificationAlert>`;
}

const OK = '<ResponseStatus version="2.0"><statusCode>1</statusCode><statusString>OK</statusString></ResponseStatus>';

const isoSeconds = (at: number): string => isoLocal(at).slice(0, 19);
type Kept = { readonly id: string; readonly plate: string; readonly until: number | null };

const searched = (all: readonly Kept[], from: number, most: number): string => {
  const page = all.slice(from, from + most);
  const records = page.map(
    ({ id, plate, until }) =>
      `<LicensePlateInfo><id>${id}</id><LicensePlate>${plate}</LicensePlate><type>allowList</type><createTime>2026-01-01T00:00:00</createTime>` +
      `${until === null ? '' : `<effectiveTime>${isoSeconds(until)}</effectiveTime>`}</LicensePlateInfo>`,
  );
  const status = page.length === 0 ? 'NO MATCH' : from + page.length < all.length ? 'MORE' : 'OK';
  return `<?xml version="1.0" encoding="UTF-8"?><LPListAuditSearchResult version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema"><searchID>1</searchID>
<responseStatus>true</responseStatus><responseStatusStrg>${status}</responseStatusStrg><numOfMatches>${page.length}</numOfMatches><totalMatches>${all.length}</totalMatches>
<LicensePlateInfoList>${records.join('')}</LicensePlateInfoList></LPListAuditSearchResult>`;
};

type Written = {
  readonly id: string;
  readonly LicensePlate: string;
  readonly listType: string;
  readonly effectiveTime: string;
  readonly operationType: 'add' | 'modify';
};
const JSON_OK = '{"statusCode":1,"statusString":"OK","subStatusCode":"ok"}';
const JSON_WRONG = '{"statusCode":6,"statusString":"Invalid Content","subStatusCode":"badParameters"}';

/** Records by ids that it gives itself: it refuses to add a plate again, and deletes by ids that are texts alone. */
function listAnswers(list: ReturnType<typeof cameraList>): (sent: { url: string; body: string }) => string | null {
  const ids = new Map<string, string>();
  let last = 0;
  const idOf = (plate: string): string => {
    if (!ids.has(plate)) ids.set(plate, String((last += 1)));
    return ids.get(plate)!;
  };
  const kept = (): Kept[] => list.cars().map((car) => ({ ...car, id: idOf(car.plate) }));
  const written = (all: readonly Written[]): string => {
    const known = new Map(kept().map(({ plate, id }) => [plate, id]));
    const wrong = all.some(
      ({ id, LicensePlate: plate, listType, operationType: how }) =>
        listType !== 'allowList' || (how === 'add' ? known.has(plate) : known.get(plate) !== id),
    );
    if (wrong) return JSON_WRONG;
    list.write((cars) => {
      for (const { LicensePlate: plate, effectiveTime } of all) cars.set(plate, Date.parse(`${effectiveTime}+08:00`));
    });
    return JSON_OK;
  };
  return ({ url, body }) => {
    if (/searchLPListAudit/.test(url)) {
      const of = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(body)?.[1] ?? '';
      const found = kept().filter(({ plate }) => plate.includes(of('LicensePlate')));
      return searched(found, Number(of('searchResultPosition')), Number(of('maxResults')));
    }
    if (/licensePlateAuditData\/record/.test(url))
      return written((JSON.parse(body) as { LicensePlateInfoList: Written[] }).LicensePlateInfoList);
    if (!/DelLicensePlateAuditData/.test(url)) return null;
    const gone = new Set((JSON.parse(body) as { id: unknown[] }).id.filter((id) => typeof id === 'string'));
    const plates = kept().filter(({ id }) => gone.has(id));
    list.write((cars) => {
      for (const { plate } of plates) cars.delete(plate);
    });
    return JSON_OK;
  };
}

export async function emulate({ url, serial, login }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  const list = cameraList();
  const aboutList = listAnswers(list);
  const called = login
    ? await calledWith(login, (sent) => {
        const listed = aboutList(sent);
        if (listed !== null) return listed;
        const { body } = sent;
        if (/<ctrlMode>open</.test(body)) pulses.push(Date.now());
        return OK;
      })
    : null;
  const bodyOf = (car: EmulatedCar, faults: readonly DeviceFault[]): Buffer => {
    const has = (fault: DeviceFault): boolean => faults.includes(fault);
    const xml = xmlOf(car, has, serial, `0f3a91c4-0000-1000-8000-${randomUUID().slice(24)}`);
    return Buffer.concat([
      part('anpr.xml', 'application/xml', Buffer.from(xml)),
      part('licensePlatePicture.jpg', 'image/jpeg', jpeg(900)),
      part('detectionPicture.jpg', 'image/jpeg', jpeg(has('big-picture') ? 3_000_000 : 9_000, `\r\n--${BOUNDARY}\r\n`)),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]);
  };
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return {
    port: called?.port ?? null,
    pulses: () => pulses,
    list,
    message: (car, faults = []) => ({ path: '', type, body: bodyOf(car, faults) }),
    car: (car, faults = []) => posted(url, type, bodyOf(car, faults), faults, () => bodyOf(car, faults)),
    beat: () =>
      post(
        url,
        'application/xml',
        Buffer.from(
          `<EventNotificationAlert><macAddress>${serial}</macAddress><eventType>videoloss</eventType><eventState>inactive</eventState></EventNotificationAlert>`,
        ),
      ),
    close: async () => called?.close(),
  };
}
