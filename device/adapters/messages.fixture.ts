import type { Decoded, NativeEvent, Raw } from './adapter.ts';

type ExpectedEvent = Partial<Omit<NativeEvent, 'pictures'>> & { readonly pictures?: number };
/** A message as it came, and what is expected of it: only the fields given are compared. */
export type Fixture = {
  readonly name: string;
  readonly raw: Raw;
  /** Of a device whose fields are named. */
  readonly mapping?: string;
  readonly expected: {
    readonly nativeId?: string | null;
    readonly events?: readonly ExpectedEvent[];
    readonly contacts?: Decoded['contacts'];
    readonly payCodes?: Decoded['payCodes'];
    readonly is?: 'poison' | 'ignored' | 'beat';
  };
};

export const raw = (body: Buffer | string, type = 'application/json', path = ''): Raw => ({
  path,
  headers: { 'content-type': type },
  body: typeof body === 'string' ? Buffer.from(body) : body,
});

/** The decoded message reduced to the fields that the fixture gives. */
export const comparable = (decoded: Decoded, as: Fixture['expected']): Fixture['expected'] => ({
  ...('nativeId' in as ? { nativeId: decoded.nativeId } : {}),
  ...(as.events
    ? {
        events: decoded.events.map((event, nth) =>
          Object.fromEntries(
            Object.keys(as.events![nth] ?? event).map((name) => [
              name,
              name === 'pictures' ? (event.pictures ?? []).length : event[name as keyof NativeEvent],
            ]),
          ),
        ),
      }
    : {}),
  ...(as.payCodes ? { payCodes: decoded.payCodes ?? [] } : {}),
  ...(as.contacts ? { contacts: decoded.contacts ?? [] } : {}),
  ...(as.is
    ? { is: decoded.poison ? 'poison' : decoded.ignored ? 'ignored' : decoded.beat ? 'beat' : ('nothing' as 'beat') }
    : {}),
});
