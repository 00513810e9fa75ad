/** What the calls of the OpenAPI document share. */
import { refusals } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { ref, rowSchema, string } from './schema.ts';
import type { Json } from './schema.ts';

const errorAnswer = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: ref('Refusal') } },
});

const query = (name: string, schema: Json, description: string) => [name, { name, in: 'query', schema, description }];

/** Parameters that many calls share. */
const parameters = (): Json =>
  Object.fromEntries([
    query(
      'current',
      { type: 'integer', default: 1 },
      '页码，亦可 pageNumber 或 start / page; also pageNumber or start',
    ),
    query(
      'size',
      { type: 'integer', default: 10, maximum: 500 },
      '每页条数，亦可 pageSize 或 limit / rows per page; also pageSize or limit',
    ),
    query('sort', string, '排序字段，前加 - 为倒序 / field to sort by, - before it for descending'),
    query('keyword', string, '关键字 / word looked for'),
    query(
      'totals',
      { type: 'string', enum: ['none', 'only'] },
      '合计：none 不算，only 只算 / sums: none leaves them out, only leaves the rows out',
    ),
    query('startTime', { type: 'string' }, '开始时间 yyyy-MM-dd HH:mm:ss / from'),
    query('endTime', { type: 'string' }, '结束时间 / to; 最长90天 / at most 90 days'),
    query('format', { type: 'string', enum: ['xlsx', 'csv'], default: 'xlsx' }, '格式 / format'),
    query('columns', string, '列，逗号隔开 / columns by comma'),
    query('run', string, '导出编号，用于查询进度 / run id, to ask for progress by'),
    [
      'IdempotencyKey',
      {
        name: 'Idempotency-Key',
        in: 'header',
        schema: { type: 'string', maxLength: 150 },
        description: '幂等键：同一键只执行一次 / the same key is done once',
      },
    ],
  ]);

/** What a call may be refused with. */
const responses = (): Json => ({
  BadInput: errorAnswer('输入有误 / bad input'),
  NotLoggedIn: errorAnswer('未登录 / not logged in'),
  NotPermitted: errorAnswer('没有权限 / not permitted'),
  NoSuchRecord: errorAnswer('不存在或不在权限范围 / not there or outside your scope'),
  Conflict: errorAnswer('状态或重复冲突 / state or double'),
  RuleRefused: errorAnswer('规则不允许 / a rule says no'),
});

/** The envelope, pages, refusals, and the rows of every resource. */
const schemas = (resources: readonly Resource[]): Json => ({
  Envelope: {
    type: 'object',
    required: ['code', 'success', 'msg', 'data'],
    properties: { code: { type: 'integer' }, success: { type: 'boolean' }, msg: string, data: {} },
  },
  Page: {
    type: 'object',
    properties: {
      records: { type: 'array', items: { type: 'object' } },
      total: { type: 'integer' },
      size: { type: 'integer' },
      current: { type: 'integer' },
      pages: { type: 'integer' },
      capped: { type: 'boolean', description: '总数超过10000 / more than 10,000' },
      totals: { type: 'object', additionalProperties: { type: 'number' } },
    },
  },
  Refusal: {
    allOf: [
      ref('Envelope'),
      {
        type: 'object',
        properties: {
          error: { type: 'string', enum: [...Object.keys(refusals), 'internal'] },
          errorId: string,
          reason: { ...string, description: '规则拒绝的代码 / the code of a rule that says no' },
          errors: { type: 'array', items: { type: 'object', properties: { field: string, msg: string } } },
        },
      },
    ],
  },
  ...Object.fromEntries(
    [...resources].sort((a, b) => (a.name < b.name ? -1 : 1)).map((of) => [of.name, rowSchema(of)]),
  ),
});

export const components = (resources: readonly Resource[]): Json => ({
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  parameters: parameters(),
  responses: responses(),
  schemas: schemas(resources),
});
