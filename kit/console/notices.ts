import { createStore } from 'zustand/vanilla';
import type { Text } from '#kit/declare/text.ts';

/** `undo`: takes back what was done. */
export type Notice = { id: number; tone: 'ok' | 'bad' | 'info'; words: string; undo?: () => void };
export type Question = { title: Text; body: Text; ok?: Text; danger?: boolean; answer: (yes: boolean) => void };

/** What floats above the page: short messages and the one open question. */
export const afloat = createStore<{ notices: Notice[]; question: Question | null }>(() => ({
  notices: [],
  question: null,
}));

/** The query of what waits for the person to decide; every change of a row refetches it. */
export const waitingKey = ['waiting'];

let next = 1;
let lastError = 0;
const errorGapMs = 2000;

export const putAway = (id: number): void =>
  afloat.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

function show(tone: Notice['tone'], words: string, ms: number, undo?: () => void): void {
  const id = next++;
  afloat.setState(({ notices }) => ({
    notices: [...notices.slice(-3), { id, tone, words, ...(undo ? { undo } : {}) }],
  }));
  setTimeout(() => putAway(id), ms);
}

export const notify = {
  /** With `undo` it stays long enough to be read and thought over. */
  ok: (words: string, undo?: () => void) => show('ok', words, undo ? 8000 : 2500, undo),
  info: (words: string) => show('info', words, 3500),
  /** At most one in two seconds: one lost connection fails ten calls together. */
  error(words: string): void {
    if (Date.now() - lastError < errorGapMs) return;
    lastError = Date.now();
    show('bad', words, 5000);
  },
};

/**
 * Asks the person for confirmation; resolves to yes or no. The box opens a moment later, so that the key press that led
 * to it does not close it again.
 */
export const confirm = (question: Omit<Question, 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    afloat.getState().question?.answer(false);
    const answer = (yes: boolean) => {
      afloat.setState({ question: null });
      resolve(yes);
    };
    setTimeout(() => afloat.setState({ question: { ...question, answer } }));
  });
