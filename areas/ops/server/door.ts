export { allowInside } from './outgoing.ts';
export type { TextGateway } from './text-gateway.ts';
export { queueTexts, textsAreSent } from './text-queue.ts';
export { textRound } from './text-worker.ts';
