/**
 * A Hikvision camera as its ISAPI guide says: posts parts with their lengths, is called with digest, counts what its
 * barrier did.
 */
import { randomUUID } from 'node:crypto';
import { calledWith, jpeg, post, posted } from '#device/adapters/emulation.ts';
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

export async function emulate({ url, serial, login }: EmulatorOptions): Promise<Emulator> {
  const pulses: number[] = [];
  const called = login
    ? await calledWith(login, ({ body }) => {
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
