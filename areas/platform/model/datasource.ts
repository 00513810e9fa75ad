/** Databases of others that the platform's operators look into: to read alone, a table at a time. */
import { call } from '#kit/declare/call.ts';
import { dateTime, longText, relation, secret, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const own = '/api/gatehouse/datasource';
const id = relation(text('数据源', 'Data source'), (): Resource => datasource, { required: true });

export const drivers = { 'org.postgresql.Driver': text('PostgreSQL', 'PostgreSQL') };

export const testDatasource = call({
  name: 'datasource.test',
  title: text('测试连接', 'Test the connection'),
  area: 'platform',
  method: 'POST',
  path: `${own}/test`,
  permission: 'datasource:look',
  answer: 'object',
  input: { id },
  reasons: ['inside', 'can_write', 'not_reached'],
  note: text(
    '{state, version, tables}；账号能写入则拒绝',
    '{state, version, tables}; an account that may write is refused',
  ),
});

export const outsideTables = call({
  name: 'datasource.tables',
  title: text('数据源的表', 'Tables of a data source'),
  area: 'platform',
  method: 'GET',
  path: `${own}/tables`,
  permission: 'datasource:look',
  answer: 'list',
  input: { id, tableName: str(text('表名', 'Table'), { max: 63 }) },
  reasons: ['inside', 'can_write', 'not_reached'],
});

export const outsideTable = call({
  name: 'datasource.table',
  title: text('表的列与前几行', 'Columns and first rows of a table'),
  area: 'platform',
  method: 'GET',
  path: `${own}/table`,
  permission: 'datasource:look',
  answer: 'object',
  input: {
    id,
    tableName: str(text('表名', 'Table'), {
      required: true,
      max: 130,
      help: text('表名或 模式.表名', 'A table, or schema.table'),
    }),
  },
  reasons: ['inside', 'can_write', 'not_reached', 'no_table'],
});

export const datasource = resource({
  name: 'datasource',
  title: text('数据源', 'Data source'),
  help: text(
    '外部 PostgreSQL 的只读查看：密码加密保存、不再显示，每次查看都在只读事务与时限内。',
    'A look into outside PostgreSQL: passwords are kept encrypted and never shown again; each look is a read-only transaction with a time limit.',
  ),
  area: 'platform',
  route: '/tool/datasource',
  scope: 'platform',
  wire: { base: '/api/blade-develop/datasource' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    driverClass: select(text('类型', 'Kind'), drivers, { required: true, default: 'org.postgresql.Driver' }),
    url: str(text('地址', 'Address'), {
      required: true,
      max: 300,
      width: 300,
      help: text('如 postgresql://db.example.com:5432/parking', 'Such as postgresql://db.example.com:5432/parking'),
    }),
    username: str(text('账号', 'Account'), {
      required: true,
      max: 63,
      help: text('只给读取权限的账号', 'One that may read alone'),
    }),
    password: secret(text('密码', 'Password'), {
      max: 200,
      help: text('改地址或账号时须重新填写', 'Enter it again with another address or account'),
    }),
    ssl: select(
      text('加密', 'Encryption'),
      { verify: text('加密并核对证书', 'Encrypted, certificate checked'), off: text('不加密', 'None') },
      { required: true, default: 'verify' },
    ),
    state: select(
      text('状态', 'State'),
      {
        unchecked: text('未测试', 'Not tested'),
        connected: text('可读', 'Readable'),
        failed: text('不可用', 'Not usable'),
      },
      {
        readOnly: true,
        search: true,
        default: 'unchecked',
        tones: { unchecked: 'muted', connected: 'ok', failed: 'bad' },
      },
    ),
    checkedTime: dateTime(text('上次测试', 'Last tested'), { readOnly: true, since: true }),
    checkResult: str(text('测试结果', 'Result'), { readOnly: true, max: 300 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['name']],
  list: ['name', 'url', 'username', 'ssl', 'state', 'checkedTime'],
  rights: { look: text('查看外部数据', 'Look into outside data') },
  actions: [{ call: testDatasource, key: 'id' }],
});

/** A table of a data source as it is offered. */
export type OutsideTable = {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly note: string | null;
  /** What the engine thinks there are; null where it was never counted. */
  readonly rows: number | null;
};
export type OutsideColumn = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly isKey: boolean;
  readonly note: string | null;
  /** The table whose rows it names, `schema.table`: by its foreign key, or as its name suggests. */
  readonly refers?: { readonly table: string; readonly by: 'key' | 'name' };
};
/** Cells as text, cut where they are long. */
export type OutsideLook = {
  readonly table: OutsideTable;
  readonly columns: readonly OutsideColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
};
