/** What whoever puts the server together may ask of its figures. */
export { countCall, countMessage, exposition } from './counting.ts';
export { jobBook } from './job-book.ts';
export { lookNow, startLooking } from './measure.ts';
export { mailRoad, sendMail } from './mail.ts';
export type { MailRoad } from './mail.ts';
export { markRead, noticesFor } from './notices.ts';
export { addressProblems, insideHosts, isInside, post } from './outgoing.ts';
export { publishNotice } from './notices.ts';
export { sendWords } from './text-gateway.ts';
export type { TextGateway } from './text-gateway.ts';
export { queueTexts, textsSent } from './text-queue.ts';
export type { TextTemplate } from './text-words.ts';
export { signatureIn, textRound, textsHeldBack } from './text-worker.ts';
export { noteView } from './views.ts';
