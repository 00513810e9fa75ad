import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings, shown } from './settings.ts';

const problems = (env: NodeJS.ProcessEnv) => {
  const read = readSettings(env);
  return read.ok ? [] : read.problems.map((one) => one.setting);
};

test('without any variable every setting has its default, and an empty variable counts as absent', () => {
  const expected = {
    port: 8080,
    host: '127.0.0.1',
    dataDir: join(import.meta.dirname, '..', '..', 'data'),
    databaseUrl: undefined,
    objectStore: null,
    mqttPort: 1883,
    mqttUrl: undefined,
    demo: 'auto',
    url: null,
    wechatUrl: null,
    alipayUrl: null,
    allinpayUrl: null,
    adminPassword: undefined,
    sandbox: true,
    videoNetworks: [],
    cameraNetworks: [],
    metricsToken: undefined,
    proxies: ['loopback'],
    logLevel: 'warn',
    textGateway: null,
    mailRoad: null,
    insideHosts: [],
  };
  assert.deepEqual(readSettings({}), { ok: true, settings: expected });
  assert.deepEqual(
    readSettings({ PORT: '', HOST: ' ', GATEHOUSE_DEMO: '', DATABASE_URL: '', GATEHOUSE_ADMIN_PASSWORD: '' }),
    { ok: true, settings: expected },
  );
});

test('every setting can be given', () => {
  const read = readSettings({
    PORT: '80',
    HOST: '::',
    GATEHOUSE_DATA: '/srv/gatehouse',
    DATABASE_URL: 'postgres://me:secret@db/gatehouse',
    OBJECT_STORE_URL: 'https://s3.cn-north-1.example.com/park/files/',
    OBJECT_STORE_REGION: 'cn-north-1',
    OBJECT_STORE_ACCESS_KEY: 'park',
    OBJECT_STORE_SECRET_KEY: 'a+b/c=',
    MQTT_PORT: '0',
    MQTT_URL: 'mqtts://broker:8883',
    GATEHOUSE_DEMO: '0',
    GATEHOUSE_URL: 'https://park.example.cn/',
    WECHAT_PAY_URL: 'https://api2.mch.weixin.qq.com',
    ALIPAY_URL: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
    ALLINPAY_URL: 'https://syb-test.allinpay.com/',
    GATEHOUSE_ADMIN_PASSWORD: ' eight or more ',
    GATEHOUSE_VIDEO_NETWORKS: '192.168.1.0/24, fd00::/8',
    GATEHOUSE_CAMERA_NETWORKS: '10.8.0.0/16',
    GATEHOUSE_PROXIES: '10.0.0.0/8, fd00::1, uniquelocal',
    GATEHOUSE_METRICS_TOKEN: 'sixteen-or-more-of-them',
    LOG_LEVEL: 'info',
  });
  assert.deepEqual(read, {
    ok: true,
    settings: {
      port: 80,
      host: '::',
      dataDir: '/srv/gatehouse',
      databaseUrl: 'postgres://me:secret@db/gatehouse',
      objectStore: {
        url: 'https://s3.cn-north-1.example.com/park/files',
        region: 'cn-north-1',
        accessKey: 'park',
        secretKey: 'a+b/c=',
      },
      mqttPort: 0,
      mqttUrl: 'mqtts://broker:8883',
      demo: false,
      url: 'https://park.example.cn',
      wechatUrl: 'https://api2.mch.weixin.qq.com',
      alipayUrl: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
      allinpayUrl: 'https://syb-test.allinpay.com',
      adminPassword: ' eight or more ',
      sandbox: false,
      videoNetworks: ['192.168.1.0/24', 'fd00::/8'],
      cameraNetworks: ['10.8.0.0/16'],
      proxies: ['10.0.0.0/8', 'fd00::1', 'uniquelocal'],
      metricsToken: 'sixteen-or-more-of-them',
      logLevel: 'info',
      textGateway: null,
      mailRoad: null,
      insideHosts: [],
    },
  });
});

test('a port is a whole number up to 65535', () => {
  for (const PORT of ['-1', '65536', '80.5', 'http', '0x50', '1e3'])
    assert.deepEqual(problems({ PORT }), ['PORT'], PORT);
  for (const PORT of ['0', '1', '65535']) assert.deepEqual(problems({ PORT }), [], PORT);
  assert.deepEqual(problems({ MQTT_PORT: 'mqtt' }), ['MQTT_PORT']);
});

test('networks of cameras are addresses with their bits', () => {
  for (const GATEHOUSE_VIDEO_NETWORKS of [
    '192.168.1.0',
    '192.168.1.0/33',
    'cameras/24',
    '10.0.0.0/8/8',
    '10.0.0.0/8;11.0.0.0/8',
  ])
    assert.deepEqual(problems({ GATEHOUSE_VIDEO_NETWORKS }), ['GATEHOUSE_VIDEO_NETWORKS'], GATEHOUSE_VIDEO_NETWORKS);
  assert.deepEqual(problems({ GATEHOUSE_VIDEO_NETWORKS: '10.0.0.0/8,' }), []);
});

test('play money is for the embedded engine, unless enabled', () => {
  const sandbox = (env: NodeJS.ProcessEnv) => {
    const read = readSettings(env);
    return read.ok ? read.settings.sandbox : null;
  };
  assert.deepEqual(
    [
      sandbox({}),
      sandbox({ DATABASE_URL: 'postgres://db/x' }),
      sandbox({ GATEHOUSE_SANDBOX: '0' }),
      sandbox({ DATABASE_URL: 'postgres://db/x', GATEHOUSE_SANDBOX: '1' }),
    ],
    [true, false, false, true],
  );
  assert.deepEqual(problems({ GATEHOUSE_SANDBOX: 'yes' }), ['GATEHOUSE_SANDBOX']);
});

test('two listeners cannot have one port, unless the broker is elsewhere or the system chooses', () => {
  assert.deepEqual(problems({ PORT: '1883' }), ['MQTT_PORT']);
  assert.deepEqual(problems({ PORT: '1883', MQTT_URL: 'mqtt://broker' }), []);
  assert.deepEqual(problems({ PORT: '0', MQTT_PORT: '0' }), []);
});

test('addresses have the right beginning and hosts no port', () => {
  assert.deepEqual(problems({ DATABASE_URL: 'mysql://db/x', MQTT_URL: 'broker:1883', HOST: 'localhost:8080' }), [
    'DATABASE_URL',
    'MQTT_URL',
    'HOST',
  ]);
  assert.deepEqual(
    problems({ DATABASE_URL: 'postgresql://db/x', MQTT_URL: 'ws://broker/mqtt', HOST: 'gate.example.com' }),
    [],
  );
});

test('proxies are addresses or nets', () => {
  for (const each of ['everybody', '10.0.0.0/33', '10.0.0/8', '1.2.3.4/8/8', 'true', '10.0.0.1;'])
    assert.deepEqual(problems({ GATEHOUSE_PROXIES: each }), ['GATEHOUSE_PROXIES'], each);
  for (const each of ['10.0.0.1', '::1/128,10.0.0.0/8', 'loopback'])
    assert.deepEqual(problems({ GATEHOUSE_PROXIES: each }), [], each);
});

test('the token for the metrics is no word, and a level of the log is one of four', () => {
  assert.deepEqual(problems({ GATEHOUSE_METRICS_TOKEN: 'short', LOG_LEVEL: 'loud' }), [
    'GATEHOUSE_METRICS_TOKEN',
    'LOG_LEVEL',
  ]);
});

test('the data folder is not a file, the demo is 0 or 1, a password is long enough', () => {
  assert.deepEqual(
    problems({ GATEHOUSE_DATA: import.meta.filename, GATEHOUSE_DEMO: 'yes', GATEHOUSE_ADMIN_PASSWORD: 'short' }),
    ['GATEHOUSE_DATA', 'GATEHOUSE_DEMO', 'GATEHOUSE_ADMIN_PASSWORD'],
  );
});

test('a problem names the setting and the value in both languages, but never a password', () => {
  const read = readSettings({
    PORT: 'http',
    GATEHOUSE_ADMIN_PASSWORD: 'hunter2',
    DATABASE_URL: 'oracle://scott:tiger@db',
  });
  assert.ok(!read.ok);
  assert.deepEqual(read.problems[0]?.message, {
    zh: 'PORT 应为 0 到 65535 的整数，现为“http”。',
    en: 'PORT must be a whole number from 0 to 65535, not "http".',
  });
  for (const { setting, message } of read.problems) {
    for (const sentence of [message.zh, message.en]) {
      assert.ok(sentence.includes(setting), sentence);
      assert.doesNotMatch(sentence, /hunter2|tiger|\{/);
    }
  }
});

test('a gateway of text messages: address, header, body and how success is recognised; hosts of the internal network', () => {
  const read = readSettings({
    GATEHOUSE_SMS_URL: 'https://sms.example.com/send',
    GATEHOUSE_SMS_HEADER: 'Authorization: Bearer s3cret',
    GATEHOUSE_SMS_BODY: '{"to":["{phone}"],"vars":{"code":"{code}"}}',
    GATEHOUSE_SMS_OK: 'result.code=0',
    GATEHOUSE_INSIDE_HOSTS: 'sms.corp, 10.0.0.8:9000',
  });
  assert.ok(read.ok);
  assert.deepEqual(read.settings.textGateway, {
    url: 'https://sms.example.com/send',
    header: ['Authorization', 'Bearer s3cret'],
    body: { to: ['{phone}'], vars: { code: '{code}' } },
    ok: { path: ['result', 'code'], value: '0' },
  });
  assert.deepEqual(read.settings.insideHosts, ['sms.corp', '10.0.0.8:9000']);
  const plain = readSettings({ GATEHOUSE_SMS_URL: 'http://sms.example.com' });
  assert.deepEqual(plain.ok && plain.settings.textGateway, {
    url: 'http://sms.example.com',
    header: null,
    body: { phone: '{phone}', text: '{text}' },
    ok: null,
  });
});

test('a mail server is spoken to in the clear on this machine alone, and needs a sender', () => {
  const of = (url: string) => {
    const read = readSettings({ GATEHOUSE_SMTP_URL: url, GATEHOUSE_MAIL_FROM: 'invoice@park.example.cn' });
    return read.ok ? read.settings.mailRoad : null;
  };
  assert.deepEqual(of('smtp://a%40b:p%2Fw@mail.example.cn'), {
    host: 'mail.example.cn',
    port: 587,
    secure: false,
    clear: false,
    account: { user: 'a@b', pass: 'p/w' },
    from: 'invoice@park.example.cn',
  });
  assert.deepEqual([of('smtps://mail.example.cn')?.port, of('smtp://127.0.0.1:2525')?.clear], [465, true]);
  assert.deepEqual(problems({ GATEHOUSE_SMTP_URL: 'smtp://mail.example.cn' }), ['GATEHOUSE_MAIL_FROM']);
  assert.deepEqual(problems({ GATEHOUSE_MAIL_FROM: 'a@b.cn' }), ['GATEHOUSE_MAIL_FROM']);
  assert.deepEqual(problems({ GATEHOUSE_SMTP_URL: 'http://a', GATEHOUSE_MAIL_FROM: 'a@b.cn' }), ['GATEHOUSE_SMTP_URL']);
});

test('a gateway that makes no sense is refused by the setting, without repeating a secret', () => {
  const url = { GATEHOUSE_SMS_URL: 'https://sms.example.com' };
  assert.deepEqual(problems({ GATEHOUSE_SMS_URL: 'ftp://sms.example.com' }), ['GATEHOUSE_SMS_URL']);
  assert.deepEqual(problems({ GATEHOUSE_SMS_HEADER: 'A: b', GATEHOUSE_SMS_OK: 'code=0' }), [
    'GATEHOUSE_SMS_HEADER',
    'GATEHOUSE_SMS_OK',
  ]);
  assert.deepEqual(
    problems({ ...url, GATEHOUSE_SMS_HEADER: 's3cret', GATEHOUSE_SMS_BODY: '{phone}', GATEHOUSE_SMS_OK: 'code' }),
    ['GATEHOUSE_SMS_HEADER', 'GATEHOUSE_SMS_BODY', 'GATEHOUSE_SMS_OK'],
  );
  assert.deepEqual(problems({ ...url, GATEHOUSE_SMS_BODY: '{"to":"{phone}"}' }), ['GATEHOUSE_SMS_BODY']);
  assert.deepEqual(problems({ GATEHOUSE_INSIDE_HOSTS: 'https://sms.corp' }), ['GATEHOUSE_INSIDE_HOSTS']);
  const read = readSettings({ ...url, GATEHOUSE_SMS_HEADER: 's3cret\n', GATEHOUSE_SMS_BODY: '{"key":"s3cret"}' });
  assert.ok(!read.ok && read.problems.length === 2);
  for (const { message } of read.problems) assert.doesNotMatch(message.zh + message.en, /s3cret/);
});

test('an object store has an address and both keys, or is not set at all; no message repeats a value', () => {
  const whole = {
    OBJECT_STORE_URL: 'http://store:3900/gatehouse',
    OBJECT_STORE_ACCESS_KEY: 'park',
    OBJECT_STORE_SECRET_KEY: 's3cret',
  };
  const read = readSettings(whole);
  assert.deepEqual(read.ok && read.settings.objectStore, {
    url: 'http://store:3900/gatehouse',
    region: 'us-east-1',
    accessKey: 'park',
    secretKey: 's3cret',
  });
  assert.deepEqual(problems({ OBJECT_STORE_URL: whole.OBJECT_STORE_URL }), [
    'OBJECT_STORE_ACCESS_KEY',
    'OBJECT_STORE_SECRET_KEY',
  ]);
  assert.deepEqual(problems({ OBJECT_STORE_SECRET_KEY: 's3cret', OBJECT_STORE_REGION: 'x' }), [
    'OBJECT_STORE_REGION',
    'OBJECT_STORE_SECRET_KEY',
  ]);
  for (const OBJECT_STORE_URL of [
    'store:3900/gatehouse',
    's3://gatehouse',
    'https://park:s3cret@store/gatehouse',
    'https://store/gatehouse?token=s3cret',
    'https://store/#s3cret',
  ])
    assert.deepEqual(problems({ ...whole, OBJECT_STORE_URL }), ['OBJECT_STORE_URL'], OBJECT_STORE_URL);
  assert.deepEqual(
    problems({
      ...whole,
      OBJECT_STORE_REGION: 'North 1',
      OBJECT_STORE_ACCESS_KEY: 'a b',
      OBJECT_STORE_SECRET_KEY: 's3cret s3cret',
    }),
    ['OBJECT_STORE_REGION', 'OBJECT_STORE_ACCESS_KEY', 'OBJECT_STORE_SECRET_KEY'],
  );
  const odd = readSettings({
    ...whole,
    OBJECT_STORE_URL: 'https://park:s3cret@store/x',
    OBJECT_STORE_SECRET_KEY: 's3cret s3cret',
  });
  assert.ok(!odd.ok && odd.problems.length === 2);
  for (const { message } of odd.problems) assert.doesNotMatch(message.zh + message.en, /s3cret/);
});

test('an address is shown without its account and password', () => {
  assert.equal(shown('mqtt://gatehouse:secret@broker:1884'), 'mqtt://broker:1884');
  assert.equal(shown('wss://broker.example.cn/mqtt'), 'wss://broker.example.cn');
});
