/**
 * What the demo's platform operator keeps of other systems: a data source, and a table of it on its way into the
 * product.
 */
import type { CodeColumn } from '#areas/platform/model/code.ts';
import type { Ask } from './build-base.ts';

const plain = {
  target: null,
  targetBy: null,
  max: null,
  required: false,
  search: false,
  list: true,
  personal: false,
  skip: false,
};

const columns: readonly CodeColumn[] = [
  {
    ...plain,
    column: 'park_id',
    type: 'uuid',
    field: 'parkId',
    kind: 'park',
    zh: '车场',
    en: 'Car park',
    required: true,
  },
  {
    ...plain,
    column: 'lens_name',
    type: 'character varying(40)',
    field: 'lensName',
    kind: 'text',
    zh: '镜头名称',
    en: 'Lens',
    max: 40,
    required: true,
    search: true,
  },
  { ...plain, column: 'price_fen', type: 'bigint', field: 'priceFen', kind: 'money', zh: '单价', en: 'Price' },
  { ...plain, column: 'bought_on', type: 'date', field: 'boughtOn', kind: 'date', zh: '购买日期', en: 'Bought on' },
  {
    ...plain,
    column: 'photo',
    type: 'bytea',
    field: 'photo',
    kind: 'text',
    zh: '',
    en: 'Photo',
    list: false,
    skip: true,
  },
];

export async function lookElsewhere(ask: Ask): Promise<void> {
  const { id } = (await ask('POST', '/api/blade-develop/datasource/submit', {
    name: '旧系统（只读）',
    driverClass: 'org.postgresql.Driver',
    url: 'postgresql://old-parking.example.com:5432/parking',
    username: 'gatehouse_reader',
    ssl: 'verify',
    remark: '示例地址，连不上；换成自己的库与只读账号后再测试',
  })) as { id: string };
  await ask('POST', '/api/blade-develop/code/submit', {
    codeName: '镜头台账',
    datasourceId: id,
    tableName: 'public.lens',
    packageName: 'device',
    titleZh: '镜头台账',
    titleEn: 'Lens record',
    apiPath: '/api/gatehouse/lensRecord',
    webPath: '/basedata/lensRecord',
    columns,
  });
}
