/** Messages as the platform writes them, and answers as it reads them. */
import sax from 'sax';
import { cutTo, TEXT_BYTES } from '#domain/weixin/reply.ts';
import type { Reply } from '#domain/weixin/reply.ts';

/** No message has more. */
const PARTS = 200;

/**
 * The values right below the root; null for what is no such message. Document types are refused, so no entity of
 * anybody's is ever expanded.
 */
export function readXml(text: string): Record<string, string> | null {
  const found = Object.create(null) as Record<string, string>;
  const path: string[] = [];
  let [parts, wrong] = [0, false];
  const take = (words: string): void => {
    if (path.length === 2) found[path[1]!] = (found[path[1]!] ?? '') + words;
  };
  const parser = Object.assign(sax.parser(true, { position: false }), {
    onopentag: ({ name }: { name: string }) => {
      path.push(name);
      parts += 1;
      wrong ||= parts > PARTS || path.length > 6 || (path.length === 1 && name !== 'xml');
    },
    onclosetag: () => void path.pop(),
    ontext: take,
    oncdata: take,
    ondoctype: () => {
      wrong = true;
    },
    onerror: () => {
      wrong = true;
    },
  });
  try {
    parser.write(text).close();
  } catch {
    return null; // sax throws the error it has reported before
  }
  return wrong || parts === 0 ? null : found;
}

const cdata = (words: string): string => `<![CDATA[${words.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const part = (name: string, words: string): string => `<${name}>${cdata(words)}</${name}>`;

function bodyOf(reply: Reply): string {
  if (reply.type === 'text') return `${part('MsgType', 'text')}${part('Content', cutTo(reply.content, TEXT_BYTES))}`;
  const { title, description, pictureUrl, linkUrl } = reply;
  const item = `${part('Title', title)}${part('Description', description)}${part('PicUrl', pictureUrl)}${part('Url', linkUrl)}`;
  return `${part('MsgType', 'news')}<ArticleCount>1</ArticleCount><Articles><item>${item}</item></Articles>`;
}

export const replyXml = (reply: Reply, to: string, from: string, seconds: number): string =>
  `<xml>${part('ToUserName', to)}${part('FromUserName', from)}<CreateTime>${seconds}</CreateTime>${bodyOf(reply)}</xml>`;

export const secretXml = (encrypt: string, signature: string, timestamp: string, nonce: string): string =>
  `<xml>${part('Encrypt', encrypt)}${part('MsgSignature', signature)}<TimeStamp>${timestamp}</TimeStamp>${part('Nonce', nonce)}</xml>`;
