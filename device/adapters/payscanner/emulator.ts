/** A reader of pay codes as its manual says: pairs in the body, an answer of one code. */
import { posted, post, silent } from '#device/adapters/emulation.ts';
import type { DeviceFault, Emulator, EmulatorOptions } from '#device/adapters/emulation.ts';

const TYPE = 'text/html; charset=UTF-8';

export async function emulate({ url, serial }: EmulatorOptions): Promise<Emulator> {
  const bodyOf = (code: string, faults: readonly DeviceFault[]): Buffer => {
    const number = faults.includes('spoof') ? 'another' : serial;
    return Buffer.from(`vgdecoderesult=${code}&&devicenumber=${number}&&otherparams=`);
  };
  return {
    ...silent({ port: 0, close: async () => undefined }, []),
    port: null,
    beat: () => post(url, TYPE, bodyOf('', [])),
    scan: (code, faults = []) => posted(url, TYPE, bodyOf(code, faults), faults, () => bodyOf(code, faults)),
  };
}
