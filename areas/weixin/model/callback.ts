import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const base = {
  area: 'weixin',
  path: '/api/gatehouse/weixin/:id',
  permission: 'public',
  answer: 'file',
  changes: false,
} as const;
const proof = {
  id: str(text('公众号', 'Public account'), { required: true, min: 36, max: 36 }),
  signature: str(text('签名', 'Signature'), { max: 40 }),
  timestamp: str(text('时间戳', 'Timestamp'), { max: 12 }),
  nonce: str(text('随机数', 'Nonce'), { max: 128 }),
};

export const callbackProof = call({
  ...base,
  name: 'publicplat.prove',
  title: text('公众号消息地址验证', 'Proof of an address for messages'),
  method: 'GET',
  input: { ...proof, echostr: str(text('随机串', 'Echo'), { max: 256 }) },
});

export const callbackMessage = call({
  ...base,
  name: 'publicplat.receive',
  title: text('公众号消息', 'Message of a public account'),
  method: 'POST',
  input: {
    ...proof,
    msgSignature: str(text('密文签名', 'Signature of the secret'), { max: 40, alias: ['msg_signature'] }),
  },
});
