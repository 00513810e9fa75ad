/** The sound quality of a call, from what the browser counts. */
export type Quality = { readonly lossPerMille: number; readonly jitterMs: number; readonly roundTripMs: number | null };

type Stat = RTCStats & {
  readonly kind?: string;
  readonly packetsLost?: number;
  readonly packetsReceived?: number;
  /** seconds */ readonly jitter?: number;
  readonly nominated?: boolean;
  /** seconds */ readonly currentRoundTripTime?: number;
};

const ms = (seconds: number): number => Math.round(seconds * 1_000);

/** Null until sound has arrived. */
export function qualityOf(stats: readonly RTCStats[]): Quality | null {
  const all = stats as readonly Stat[];
  const inbound = all.find(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio');
  if (!inbound?.packetsReceived) return null;
  const lost = Math.max(0, inbound.packetsLost ?? 0);
  const pair = all.find(
    ({ type, nominated, currentRoundTripTime }) =>
      type === 'candidate-pair' && nominated && currentRoundTripTime !== undefined,
  );
  return {
    lossPerMille: Math.round((lost * 1_000) / (lost + inbound.packetsReceived)),
    jitterMs: ms(inbound.jitter ?? 0),
    roundTripMs: pair?.currentRoundTripTime === undefined ? null : ms(pair.currentRoundTripTime),
  };
}

/** Up to these nobody notices; beyond twice of them words are lost. */
const GOOD = { lossPerMille: 10, jitterMs: 30, roundTripMs: 200 };

export function gradeOf({ lossPerMille, jitterMs, roundTripMs }: Quality): 'good' | 'fair' | 'poor' {
  const worst = Math.max(
    lossPerMille / GOOD.lossPerMille,
    jitterMs / GOOD.jitterMs,
    (roundTripMs ?? 0) / GOOD.roundTripMs,
  );
  if (worst <= 1) return 'good';
  return worst <= 2 ? 'fair' : 'poor';
}
