/** Actions of a Shelly as it fetches them: the address names the contact; made up, no bodies of a real device. */
import { raw } from '../messages.fixture.ts';
import type { Fixture } from '../messages.fixture.ts';
import { writeGbk } from '../gbk.ts';

const at = (path: string, body: Buffer | string = '') => raw(body, '', path);

export const fixtures: readonly Fixture[] = [
  { name: 'a script that posts a body', raw: at('down', '{"id":0,"state":true}'), expected: { contacts: ['down'] } },
  { name: 'the pole is up', raw: at('up'), expected: { nativeId: null, events: [], contacts: ['up'] } },
  { name: 'the pole is down', raw: at('down'), expected: { events: [], contacts: ['down'] } },
  { name: 'the loop behind the barrier is free again', raw: at('passed'), expected: { contacts: ['passed'] } },
  { name: 'a slash at the end is the same', raw: at('up/'), expected: { contacts: ['up'] } },
  { name: 'a body in GBK', raw: at('passed', writeGbk('浙A12345')!), expected: { events: [], contacts: ['passed'] } },
  { name: 'a big body', raw: at('up', 'x'.repeat(4_000)), expected: { events: [], contacts: ['up'] } },
  { name: 'a plate in it is none', raw: at('up', '{"plate":"浙A12345"}'), expected: { events: [] } },
  { name: 'without a contact', raw: at(''), expected: { events: [], contacts: [], is: 'ignored' } },
  { name: 'only a slash', raw: at('/'), expected: { contacts: [], is: 'ignored' } },
  { name: 'a contact it has not', raw: at('sideways'), expected: { contacts: [], is: 'poison' } },
  { name: 'another letter case is another name', raw: at('UP'), expected: { contacts: [], is: 'poison' } },
  { name: 'more behind the contact', raw: at('up/down'), expected: { contacts: [], is: 'poison' } },
  { name: 'a name every object has', raw: at('constructor'), expected: { contacts: [], is: 'poison' } },
];
