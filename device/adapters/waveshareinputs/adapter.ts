/** Waveshare relay boards with inputs, which are read all the time. See README.md for what is sure. */
import type { Contact } from '#areas/device/model/families.ts';
import { text } from '#kit/declare/text.ts';
import type { Adapter, Inputs, Reply, Setup } from '#device/adapters/adapter.ts';
import { adapter as waveshare, frame } from '#device/adapters/waveshare/adapter.ts';

const READ_INPUTS = 2;
const INPUTS = 8;
/** Wired by the number of the relay, so that a board of eight inputs serves two barriers. */
const WIRED: readonly Contact[] = ['up', 'down', 'passed'];
const BARRIERS = Math.floor(INPUTS / WIRED.length);

/** The first input is in the lowest bit; a relay above those served has no inputs. */
function inputsIn({ body }: Reply, { channel }: Setup): Inputs | null {
  const answer = Buffer.from(body, 'hex');
  const whole = answer.length === 10 && answer[7] === READ_INPUTS && answer[8] === 1;
  const barrier = Math.max(0, channel - 1);
  if (!whole || barrier >= BARRIERS) return null;
  const first = barrier * WIRED.length;
  return Object.fromEntries(WIRED.map((contact, nth) => [contact, ((answer[9]! >> (first + nth)) & 1) === 1]));
}

export const adapter: Adapter = {
  ...waveshare,
  title: text('微雪 Modbus TCP 继电器，读取输入', 'Waveshare Modbus TCP relay, inputs read'),
  can: { ...waveshare.can, contacts: 'poll' },
  inputs: { call: frame(READ_INPUTS, 0, INPUTS, 10), read: inputsIn },
  setup: (to) => [
    ...waveshare.setup(to),
    {
      label: text('输入：开到位、关到位、杆后地感', 'Inputs: open position, closed position, loop behind the barrier'),
      value: text(
        '通道 1 接 DI1、DI2、DI3，通道 2 接 DI4、DI5、DI6；接通为到位或有车，没有的不接',
        'DI1, DI2, DI3 for channel 1; DI4, DI5, DI6 for channel 2. Closed means reached, or a car on the loop; leave out what there is not',
      ),
    },
  ],
};
