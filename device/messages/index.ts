import type { Message } from '#kit/declare/message.ts';
import { downMessages } from './down.ts';
import { upMessages } from './up.ts';

export { downMessages, upMessages };

export const messages: readonly Message[] = [...upMessages, ...downMessages] as readonly Message[];

const byName = new Map(messages.map((each) => [`${each.direction}/${each.name}`, each]));
export const messageNamed = (direction: 'up' | 'down', name: string): Message | undefined =>
  byName.get(`${direction}/${name}`);
