/** What a platform's answer means, and when the next try is made. */
import type { Profile } from './profile.ts';
import { at } from './render.ts';

/** `again`: it may be taken later. `away`: nobody answers there at all. */
type Outcome = 'sent' | 'again' | 'away' | 'refused';
export type Judged = { readonly outcome: Outcome; readonly code: string | null; readonly words: string | null };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const byStatus = (status: number): Outcome =>
  (status >= 200 && status < 300) || status === 409
    ? 'sent'
    : status >= 400 && status < 500 && ![401, 403, 407, 408, 425, 429].includes(status)
      ? 'refused'
      : status >= 500
        ? 'away'
        : 'again';

/** A signature that does not hold is a matter of keys and not of the message: it is tried again. */
export function judge({ answer }: Profile, status: number, text: string): Judged {
  const read = parsed(text);
  const code = answer.code === undefined ? null : at(read, answer.code);
  const words = (answer.words ?? [])
    .map((path) => at(read, path))
    .find((value) => typeof value === 'string' && value !== '');
  const verdict = {
    code: String(code ?? status).slice(0, 40),
    words: typeof words === 'string' ? words.slice(0, 200) : null,
  };
  if (answer.code === undefined || code === undefined || code === null) {
    const outcome = byStatus(status);
    // A success without its code is some other server's.
    return { outcome: answer.code !== undefined && outcome === 'sent' ? 'again' : outcome, ...verdict };
  }
  const codeText = String(code);
  const doubted = answer.doubt && String(at(read, answer.doubt.at) ?? '');
  if (answer.doubt?.says.some((each) => doubted?.includes(each))) return { outcome: 'again', ...verdict };
  if (answer.ok?.includes(codeText) || answer.known?.includes(codeText)) return { outcome: 'sent', ...verdict };
  return { outcome: answer.refused?.includes(codeText) ? 'refused' : status >= 500 ? 'away' : 'again', ...verdict };
}

const FIRST_MS = 5_000;
const LONGEST_MS = 1_800_000;
/**
 * From 5 s to half an hour, twice as long each time, a fifth more or less by `luck` (0..1) so that not all come back at
 * once.
 */
export const pauseMs = (tries: number, luck: number): number =>
  Math.round(Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, tries - 1)) * (0.8 + 0.4 * luck));
/** A platform that is down is tried this often with a single message; its first answer makes all due. */
export const PROBE_MS = 30_000;
