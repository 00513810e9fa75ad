/** The way of text messages: any gateway that takes a JSON body over HTTP. */
import { fill } from '#kit/declare/text.ts';
import type { Lang } from '#kit/declare/text.ts';
import { post } from './outgoing.ts';
import { textWords } from './text-words.ts';
import type { TextTemplate } from './text-words.ts';

export type TextGateway = {
  readonly url: string;
  /** Name and value of one header, mostly a secret; null when the gateway needs none. */
  readonly header: readonly [string, string] | null;
  /**
   * What is posted: any JSON, in whose strings `{phone}`, `{text}`, `{template}` and the message's own places are
   * filled in.
   */
  readonly body: unknown;
  /** Where in the response success is shown, and how; null when a status of 200 to 299 shows it. */
  readonly ok: { readonly path: readonly string[]; readonly value: string } | null;
};

export type TextMessage = {
  readonly phone: string;
  readonly template: TextTemplate;
  readonly lang: Lang;
  readonly params: Readonly<Record<string, string | number>>;
};

/** A template with its places filled in; a place the message knows nothing of stays empty. */
function filled(template: unknown, places: Readonly<Record<string, string | number>>): unknown {
  if (typeof template === 'string')
    return template.replace(/\{(\w+)\}/g, (_, name: string) => String(places[name] ?? ''));
  if (Array.isArray(template)) return template.map((each) => filled(each, places));
  if (template && typeof template === 'object')
    return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, filled(each, places)]));
  return template;
}

/** The value at a path of a JSON text; undefined where there is none. */
function valueAt(text: string, path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * What is posted, and what the response has to contain. @throws when it was not accepted; the message reveals neither
 * the message nor the gateway's secret
 */
async function give(gateway: TextGateway, places: Readonly<Record<string, string | number>>): Promise<void> {
  const { status, text } = await post({
    url: gateway.url,
    headers: {
      'content-type': 'application/json',
      ...(gateway.header ? { [gateway.header[0]]: gateway.header[1] } : {}),
    },
    body: JSON.stringify(filled(gateway.body, places)),
  });
  if (status < 200 || status > 299) throw new Error(`the gateway answered ${status}`);
  if (!gateway.ok) return;
  const result = valueAt(text, gateway.ok.path);
  if (String(result) !== gateway.ok.value)
    throw new Error(`the gateway answered ${gateway.ok.path.join('.')}=${JSON.stringify(result)?.slice(0, 80)}`);
}

/** Carriers send nothing without the signature registered with them, in these brackets. */
const signed = (signature: string, words: string): string => (signature === '' ? words : `【${signature}】${words}`);

/** Gives one of the product's own messages to the gateway. @throws when it was not taken */
export const sendText = (
  gateway: TextGateway,
  { phone, template, lang, params }: TextMessage,
  signature: string,
): Promise<void> =>
  give(gateway, { ...params, phone, template, text: signed(signature, fill(textWords[template], params)[lang]) });

/** Gives the gateway a message in somebody's own words. @throws when it was not taken */
export const sendWords = (
  gateway: TextGateway,
  { phone, words, params }: Pick<TextMessage, 'phone' | 'params'> & { readonly words: string },
  signature: string,
): Promise<void> => give(gateway, { ...params, phone, template: 'own', text: signed(signature, words) });
