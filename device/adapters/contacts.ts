/**
 * Contacts at a barrier, as the inputs of a relay report them: the lane receives them as messages of our own protocol
 * for the state of its barrier and for a car that has passed.
 */
import type { BoughtDevice, BoughtPorts, NativeFact } from '#areas/device/model/bought-link.ts';
import type { Contact } from '#areas/device/model/families.ts';
import type { Clocks } from './clocks.ts';
import type { Push } from './orders.ts';

type About = { readonly device: BoughtDevice; readonly fact: NativeFact; readonly begins?: string };

/** The pole rose for the opening under way, or nobody here caused it. */
async function poleUp(bought: BoughtPorts, device: BoughtDevice, now: number): Promise<About> {
  const raised = await bought.raised(device);
  const about = { message: 'gate', rawAt: now, live: true } as const;
  if (!raised) return { device, fact: { ...about, key: `up/${now}`, payload: { gate: 'up', by: 'local' } } };
  const { commandId, doubted } = raised;
  const payload = { gate: 'up', by: 'command', commandId };
  return { device, fact: { ...about, key: `raised/${commandId}`, payload }, ...(doubted ? { begins: commandId } : {}) };
}

const poleDown = (device: BoughtDevice, now: number): About => ({
  device,
  fact: { key: `down/${now}`, message: 'gate', rawAt: now, live: true, payload: { gate: 'down', by: 'unknown' } },
});

/** The vehicle is its camera's, and so is the time: that is set right by the clock of the camera. */
async function carPassed(bought: BoughtPorts, clock: Clocks, device: BoughtDevice, now: number): Promise<About | null> {
  const camera = await bought.cameraAt(device);
  return (
    camera && {
      device: camera,
      fact: {
        key: `passed/${device.sn}/${now}`,
        message: 'passed',
        rawAt: now + clock.offset(camera.deviceId),
        live: true,
        payload: { count: 1 },
      },
    }
  );
}

export type Contacts = (device: BoughtDevice, contacts: readonly Contact[]) => Promise<void>;

/** Resolves once what the contacts report is journaled; `pushed` is given what is still on its way to the lane. */
export const contactReports =
  (bought: BoughtPorts, clock: Clocks, push: Push, pushed: (work: Promise<unknown>) => void): Contacts =>
  async (device, contacts) => {
    for (const contact of contacts) {
      const now = Date.now();
      await bought.contact(device, contact);
      if (device.gateId === null) continue;
      const about =
        contact === 'up'
          ? await poleUp(bought, device, now)
          : contact === 'down'
            ? poleDown(device, now)
            : await carPassed(bought, clock, device, now);
      if (!about) continue;
      const events = await bought.journal(about.device, [about.fact]);
      if (about.begins) await bought.opened(device, about.begins);
      pushed(
        push(
          about.device,
          events.filter(({ stored }) => !stored),
        ),
      );
    }
  };
