import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, longText, relation, secret, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const id = relation(text('对象存储', 'Object store'), (): Resource => aliOssconfig, { required: true });
const base = '/api/gatehouse/aliOssconfig';

export const testStore = call({
  name: 'aliOssconfig.test',
  title: text('测试', 'Try'),
  area: 'platform',
  method: 'POST',
  path: `${base}/test`,
  permission: 'aliOssconfig:test',
  answer: 'object',
  input: { id },
  reasons: ['inside', 'store_refused'],
  note: text('存入几个字节、读回并比较，答 result', 'Stores a few bytes, reads them back and compares; answers result'),
});

export const chooseStore = call({
  name: 'aliOssconfig.choose',
  title: text('启用', 'Put in use'),
  area: 'platform',
  method: 'POST',
  path: `${base}/choose`,
  permission: 'aliOssconfig:choose',
  input: { id },
  reasons: ['fixed', 'inside', 'store_refused'],
  note: text(
    '先测试，通过后新文件存入其中；已有的文件仍在原处读取',
    'Tried first; from then on new files go there, and those that are there are read where they lie',
  ),
});

export const leaveStore = call({
  name: 'aliOssconfig.leave',
  title: text('停用', 'Take out of use'),
  area: 'platform',
  method: 'POST',
  path: `${base}/leave`,
  permission: 'aliOssconfig:choose',
  input: { id },
  reasons: ['fixed'],
  note: text(
    '新文件改存数据目录；已存入的仍从其中读取',
    'New files go to the data folder; what lies there is still read',
  ),
});

/** A store that speaks S3 and may hold the files of the installation. One is in use; earlier ones are only read. */
export const aliOssconfig = resource({
  name: 'aliOssconfig',
  title: text('对象存储', 'Object store'),
  many: text('对象存储配置', 'Object stores'),
  help: text(
    '上传文件所存的位置（S3 协议）：同时启用一个，新文件存入其中，旧文件仍在原处读取。没有启用的存数据目录。',
    'Where uploaded files lie, in stores that speak S3. One is in use for new files, older ones are read where they lie; with none in use files go to the data folder.',
  ),
  area: 'platform',
  route: '/system/ossPage',
  menu: 'running',
  scope: 'platform',
  wire: { base: '/api/updown/aliOssconfig' },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    endpoint: str(text('服务地址', 'Endpoint'), {
      required: true,
      max: 200,
      width: 260,
      help: text('如 https://oss-cn-shenzhen.aliyuncs.com', 'Like https://s3.eu-central-1.amazonaws.com'),
    }),
    bucket: str(text('存储桶', 'Bucket'), { required: true, search: true, max: 63 }),
    prefix: str(text('前缀', 'Prefix'), { max: 100, help: text('桶内的目录，可不填', 'A folder in it, or nothing') }),
    region: str(text('地域', 'Region'), { required: true, default: 'us-east-1', max: 40 }),
    pathStyle: boolean(text('桶名在路径中', 'Bucket in the path'), {
      default: false,
      help: text(
        '自建存储多为此种；阿里云等桶名在域名中',
        'As stores of one’s own mostly have it; clouds put it before the host',
      ),
    }),
    domain: str(text('自定义域名', 'Domain of its own'), {
      max: 200,
      help: text('指向该桶的 https 地址，填写后不用服务地址', 'An address of the bucket itself, used instead'),
    }),
    accessKey: str(text('访问密钥编号', 'Access key'), { required: true, max: 128 }),
    secretKey: secret(text('访问密钥', 'Secret key'), { required: true, max: 256 }),
    address: str(text('完整地址', 'Whole address'), { readOnly: true, hidden: true, max: 500 }),
    status: select(
      text('状态', 'State'),
      { spare: text('备用', 'Spare'), used: text('使用中', 'In use'), former: text('曾用，可读', 'Read only') },
      { readOnly: true, search: true, default: 'spare', tones: { used: 'ok', former: 'info', spare: 'muted' } },
    ),
    usedSince: dateTime(text('启用时间', 'In use since'), { readOnly: true }),
    checkedTime: dateTime(text('上次测试', 'Last tried'), { readOnly: true, since: true }),
    checkResult: str(text('测试结果', 'Result'), { readOnly: true, max: 200, width: 220 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  list: ['name', 'endpoint', 'bucket', 'accessKey', 'status', 'usedSince', 'checkedTime', 'checkResult'],
  rights: { test: testStore.title, choose: text('启用与停用', 'Put in and out of use') },
  actions: [
    { call: testStore, key: 'id' },
    {
      call: chooseStore,
      key: 'id',
      tone: 'primary',
      when: { field: 'status', is: ['spare', 'former'] },
      confirm: text(
        '新文件将存入此处，旧文件仍在原处读取。继续？',
        'New files will go here, older ones stay where they are. Go on?',
      ),
    },
    {
      call: leaveStore,
      key: 'id',
      tone: 'danger',
      when: { field: 'status', is: ['used'] },
      confirm: text('新文件改存数据目录？', 'Put new files into the data folder from now on?'),
    },
  ],
});
