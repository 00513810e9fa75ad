/** What the product sends by itself, as OpenAPI 3.1 describes webhooks. */
import { eventKinds } from '#areas/webhook/model/kinds.ts';
import type { Text } from '#kit/declare/text.ts';
import { both, string } from './schema.ts';
import type { Json } from './schema.ts';

const valueOf = (name: string, about: Text): Json => {
  const description = both(about);
  if (name === 'plates') return { type: 'array', items: string, description };
  if (name.endsWith('Fen')) return { type: 'integer', description };
  return name.endsWith('Time') ? { type: 'string', format: 'date-time', description } : { type: 'string', description };
};

const headers: readonly (readonly [name: string, about: string])[] = [
  ['webhook-id', '事件编号，每次重发不变 / the same for every attempt'],
  ['webhook-timestamp', '发送时间，秒 / when it was sent, in seconds'],
  [
    'webhook-signature',
    'v1,Base64(HMAC-SHA256(id.timestamp.body))；换密钥时有两个 / two of them while a secret changes',
  ],
];

const received: Json = {
  200: { description: '10 秒内答 2xx 即为送达 / any 2xx within 10 seconds is delivered' },
  410: { description: '不再接收：停用该订阅 / no more: the webhook is switched off' },
};

export const webhooks: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(eventKinds).map(([type, { title, scope, data }]) => [
    type,
    {
      post: {
        operationId: `webhook.${type}`,
        tags: ['webhook'],
        summary: both(title),
        'x-title': title,
        'x-permission': scope,
        parameters: headers.map(([name, description]) => ({
          name,
          in: 'header',
          required: true,
          schema: string,
          description,
        })),
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id', 'type', 'timestamp', 'sequence', 'data'],
                properties: {
                  id: string,
                  type: { const: type },
                  timestamp: { type: 'string', format: 'date-time', description: '发生时间 / when it happened' },
                  sequence: { type: 'integer', description: '先后 / order' },
                  data: {
                    type: 'object',
                    properties: Object.fromEntries(
                      Object.entries<Text>(data).map(([name, about]) => [name, valueOf(name, about)]),
                    ),
                  },
                },
              },
            },
          },
        },
        responses: received,
      },
    },
  ]),
);
