import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { fill } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { lotOf } from '../street.ts';
import { current, watch } from '../state.ts';
import type { State } from '../state.ts';
import type { Berth, Ended, Snapshot } from '../street.ts';

export const useApp = (): State => useSyncExternalStore(watch, current);

export function useSay(): (words: Text, params?: Record<string, string | number>) => string {
  const { lang } = useApp();
  return (words, params) => (params ? fill(words, params) : words)[lang];
}

export const yuan = (fen: number): string => formatFen(fen);

/** Of the lot: handhelds are of one zone, whatever theirs says. */
export function clockTime(at: number, zone: string | undefined): string {
  return new Intl.DateTimeFormat('zh-CN', {
    ...(zone ? { timeZone: zone } : {}),
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

export function Button(props: {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly kind?: 'main' | 'danger' | 'plain';
  readonly disabled?: boolean;
  readonly pressed?: boolean;
}): ReactNode {
  const { children, onPress, kind = 'plain', disabled = false, pressed } = props;
  return (
    <button type="button" className={kind} disabled={disabled} onClick={onPress} aria-pressed={pressed}>
      {children}
    </button>
  );
}

export type At = { readonly snapshot: Snapshot; readonly berth: Berth };

export const zoneOf = ({ snapshot, berth }: At): string | undefined => lotOf(snapshot, berth.sectionId)?.zone;

export type Receipt = {
  readonly ended: Ended;
  readonly amountFen: number;
  readonly tenderedFen: number;
  readonly seq: number;
};
