/**
 * The standard interface: JSON over HTTP, signed both ways with the seller's secret (HMAC-SHA256). Its form stands in
 * the area's README.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { post } from '#areas/ops/server/door.ts';
import { ProviderFault } from './channel.ts';
import type { InvoiceChannel, InvoiceFile, ReversalStatus, IssueStatus, SellerAccount } from './channel.ts';

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILE = 5 * 1024 * 1024;
const TIMEOUT_MS = 8_000;

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

function parsed(text: string): Json {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Asks one thing. The answer's signature holds the nonce of the question, so that no old answer is taken for it. */
async function ask({ interfaceUrl, appKey, appSecret }: SellerAccount, what: string, request: object): Promise<Json> {
  const url = `${interfaceUrl.replace(/\/+$/, '')}/${what}`;
  const body = JSON.stringify(request);
  const time = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const digest = createHash('sha256').update(body).digest('hex');
  const { status, text } = await post({
    url,
    headers: {
      'content-type': 'application/json',
      'x-key': appKey,
      'x-time': time,
      'x-nonce': nonce,
      'x-sign': hmac(appSecret, `${new URL(url).pathname}\n${time}\n${nonce}\n${digest}`),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    mostBytes: MOST_BYTES,
  }).catch((error: unknown) => {
    throw new ProviderFault(`no answer: ${String((error as Error).message)}`.slice(0, 200));
  });
  const { data, sign } = parsed(text);
  if (typeof data !== 'string' || typeof sign !== 'string') throw new ProviderFault(`status ${status}`);
  if (!same(sign, hmac(appSecret, `${nonce}\n${data}`)))
    throw new ProviderFault('the answer is not signed by this key');
  const answer = parsed(data);
  if (typeof answer['error'] === 'string') throw new ProviderFault(answer['error'].slice(0, 200));
  return answer;
}

const words = (value: unknown): string => String(value ?? '').slice(0, 200);

/** A number as the tax platform gives them; any other answer is not believed. */
function numberIn({ invoiceNo }: Json): string {
  if (typeof invoiceNo !== 'string' || !/^\d{20}$/.test(invoiceNo))
    throw new ProviderFault('no invoice number of 20 digits');
  return invoiceNo;
}

function instantIn({ at }: Json): string {
  const time = new Date(String(at));
  if (Number.isNaN(time.getTime())) throw new ProviderFault('no time of issue');
  return time.toISOString();
}

function issueStatusOf(answer: Json): IssueStatus {
  switch (answer['state']) {
    case 'issued':
      return { state: 'issued', invoiceNo: numberIn(answer), at: instantIn(answer), used: answer['used'] === true };
    case 'failed':
      return { state: 'failed', why: words(answer['why']) };
    case 'pending':
    case 'unknown':
      return { state: answer['state'] };
    default:
      throw new ProviderFault('an answer without a state');
  }
}

function reversalStatusOf(answer: Json): ReversalStatus {
  switch (answer['state']) {
    case 'done':
      return { state: 'done', invoiceNo: numberIn(answer), at: instantIn(answer) };
    case 'waiting':
      return { state: 'waiting', confirmation: words(answer['confirmation']) };
    case 'failed':
    case 'void':
      return { state: answer['state'], why: words(answer['why']) };
    case 'pending':
    case 'unknown':
      return { state: answer['state'] };
    default:
      throw new ProviderFault('an answer without a state');
  }
}

function filesIn({ files }: Json): InvoiceFile[] {
  return (Array.isArray(files) ? files : []).flatMap((each) => {
    const { kind, content } = record(each);
    if ((kind !== 'pdf' && kind !== 'ofd' && kind !== 'xml') || typeof content !== 'string') return [];
    const bytes = Buffer.from(content, 'base64');
    return bytes.length > 0 && bytes.length <= MOST_FILE ? [{ kind, bytes }] : [];
  });
}

export const standard: InvoiceChannel = {
  issue: async (account, request) => issueStatusOf(await ask(account, 'issue', request)),
  query: async (account, requestId) => issueStatusOf(await ask(account, 'query', { requestId })),
  red: async (account, request) => reversalStatusOf(await ask(account, 'red', request)),
  queryRed: async (account, requestId) => reversalStatusOf(await ask(account, 'queryRed', { requestId })),
  files: async (account, invoiceNo) => filesIn(await ask(account, 'file', { invoiceNo })),
  test: async (account) => {
    await ask(account, 'test', {});
  },
};
