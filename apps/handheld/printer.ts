/**
 * A slip printer over Web Bluetooth, where the browser has it. Nothing is known of the printer but that it takes
 * ESC/POS on a GATT characteristic.
 */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export type Characteristic = {
  readonly properties: { readonly write: boolean; readonly writeWithoutResponse: boolean };
  readonly writeValueWithoutResponse: (bytes: BufferSource) => Promise<void>;
  readonly writeValueWithResponse: (bytes: BufferSource) => Promise<void>;
};
type Service = { readonly getCharacteristics: () => Promise<readonly Characteristic[]> };
type Server = { readonly getPrimaryServices: () => Promise<readonly Service[]> };
type BluetoothDevice = {
  readonly name?: string;
  readonly gatt?: { readonly connected: boolean; readonly connect: () => Promise<Server> };
};
export type Bluetooth = {
  readonly requestDevice: (options: {
    acceptAllDevices: true;
    optionalServices: (number | string)[];
  }) => Promise<BluetoothDevice>;
};

export type Printer = { readonly name: string; readonly print: (bytes: Uint8Array<ArrayBuffer>) => Promise<void> };

/** Why nothing was printed, in words for whoever stands there. */
export class PrinterFault extends Error {
  readonly words: Text;
  constructor(words: Text, cause?: unknown) {
    super(words.en, { cause });
    this.words = words;
  }
}

const words = {
  none: text('该设备不能打印小票，请选择其他蓝牙打印机', 'This device does not print slips: choose another printer'),
  away: text(
    '没有打印。请确认打印机已开机、有纸并在旁边，然后再打印一次',
    'Not printed. Check that the printer is on, has paper and is near, then print again',
  ),
};

/** Services under which the slip printers that are sold take their bytes; a browser opens none that is not named. */
const SERVICES: (number | string)[] = [
  0x18_f0,
  0xff_00,
  0xff_e0,
  0xff_f0,
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
];

/**
 * Browsers do not tell the MTU. It is 185 and more where both ends negotiate it; 23, three of them for the protocol,
 * always holds.
 */
const USUAL_BYTES = 180;
const LEAST_BYTES = 20;

/** The first characteristic that may be written to, without a response where there is the choice. */
async function characteristicOf(device: BluetoothDevice): Promise<Characteristic> {
  const server = await device.gatt!.connect();
  const all: Characteristic[] = [];
  for (const service of await server.getPrimaryServices()) all.push(...(await service.getCharacteristics()));
  const found =
    all.find(({ properties }) => properties.writeWithoutResponse) ?? all.find(({ properties }) => properties.write);
  if (!found) throw new PrinterFault(words.none);
  return found;
}

const write = (to: Characteristic, bytes: BufferSource): Promise<void> =>
  to.properties.writeWithoutResponse ? to.writeValueWithoutResponse(bytes) : to.writeValueWithResponse(bytes);

/**
 * Prints to a device; it is connected anew when it was out of reach, and what it takes at once is found out by the
 * first print.
 */
function printerOf(device: BluetoothDevice): Printer {
  let to: Characteristic | null = null;
  let most = USUAL_BYTES;
  const print = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    if (!to || !device.gatt!.connected) to = await characteristicOf(device);
    for (let at = 0; at < bytes.length;) {
      const part = bytes.slice(at, at + most);
      try {
        await write(to, part);
        at += part.length;
      } catch (error) {
        // Too long for this connection: the browser has sent nothing of it, and it goes in smaller parts.
        if (most === LEAST_BYTES || !device.gatt!.connected) throw error;
        most = LEAST_BYTES;
      }
    }
  };
  return {
    name: device.name ?? 'Bluetooth',
    print: async (bytes) => {
      try {
        await print(bytes);
      } catch (error) {
        to = null;
        throw error instanceof PrinterFault ? error : new PrinterFault(words.away, error);
      }
    },
  };
}

/** Web Bluetooth of this browser; null where it has none. */
export const bluetoothHere = (): Bluetooth | null =>
  (navigator as Navigator & { bluetooth?: Bluetooth }).bluetooth ?? null;

/** Lets the person choose a printer, at a press; null where nothing is chosen. */
export async function choosePrinter(bluetooth: Bluetooth): Promise<Printer | null> {
  try {
    const device = await bluetooth.requestDevice({ acceptAllDevices: true, optionalServices: SERVICES });
    if (!device.gatt) throw new PrinterFault(words.none);
    return printerOf(device);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error instanceof PrinterFault ? error : new PrinterFault(words.away, error);
  }
}
