import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

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
    mqttPort: 1883,
    mqttUrl: undefined,
    demo: 'auto',
    url: null, wechatUrl: null, alipayUrl: null,
    adminPassword: undefined,
  };
  assert.deepEqual(readSettings({}), { ok: true, settings: expected });
  assert.deepEqual(readSettings({ PORT: '', HOST: ' ', GATEHOUSE_DEMO: '', DATABASE_URL: '', GATEHOUSE_ADMIN_PASSWORD: '' }), { ok: true, settings: expected });
});

test('every setting can be given', () => {
  const read = readSettings({
    PORT: '80',
    HOST: '::',
    GATEHOUSE_DATA: '/srv/gatehouse',
    DATABASE_URL: 'postgres://me:secret@db/gatehouse',
    MQTT_PORT: '0',
    MQTT_URL: 'mqtts://broker:8883',
    GATEHOUSE_DEMO: '0',
    GATEHOUSE_URL: 'https://park.example.cn/',
    WECHAT_PAY_URL: 'https://api2.mch.weixin.qq.com',
    ALIPAY_URL: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
    GATEHOUSE_ADMIN_PASSWORD: ' eight or more ',
  });
  assert.deepEqual(read, {
    ok: true,
    settings: {
      port: 80,
      host: '::',
      dataDir: '/srv/gatehouse',
      databaseUrl: 'postgres://me:secret@db/gatehouse',
      mqttPort: 0,
      mqttUrl: 'mqtts://broker:8883',
      demo: false,
      url: 'https://park.example.cn', wechatUrl: 'https://api2.mch.weixin.qq.com', alipayUrl: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
      adminPassword: ' eight or more ',
    },
  });
});

test('a port is a whole number up to 65535', () => {
  for (const PORT of ['-1', '65536', '80.5', 'http', '0x50', '1e3']) assert.deepEqual(problems({ PORT }), ['PORT'], PORT);
  for (const PORT of ['0', '1', '65535']) assert.deepEqual(problems({ PORT }), [], PORT);
  assert.deepEqual(problems({ MQTT_PORT: 'mqtt' }), ['MQTT_PORT']);
});

test('two listeners cannot have one port, unless the broker is elsewhere or the system chooses', () => {
  assert.deepEqual(problems({ PORT: '1883' }), ['MQTT_PORT']);
  assert.deepEqual(problems({ PORT: '1883', MQTT_URL: 'mqtt://broker' }), []);
  assert.deepEqual(problems({ PORT: '0', MQTT_PORT: '0' }), []);
});

test('addresses have the right beginning and hosts no port', () => {
  assert.deepEqual(problems({ DATABASE_URL: 'mysql://db/x', MQTT_URL: 'broker:1883', HOST: 'localhost:8080' }), ['DATABASE_URL', 'MQTT_URL', 'HOST']);
  assert.deepEqual(problems({ DATABASE_URL: 'postgresql://db/x', MQTT_URL: 'ws://broker/mqtt', HOST: 'gate.example.com' }), []);
});

test('the data folder is not a file, the demo is 0 or 1, a password is long enough', () => {
  assert.deepEqual(problems({ GATEHOUSE_DATA: import.meta.filename, GATEHOUSE_DEMO: 'yes', GATEHOUSE_ADMIN_PASSWORD: 'short' }), [
    'GATEHOUSE_DATA',
    'GATEHOUSE_DEMO',
    'GATEHOUSE_ADMIN_PASSWORD',
  ]);
});

test('a problem names the setting and the value in both languages, but never a password', () => {
  const read = readSettings({ PORT: 'http', GATEHOUSE_ADMIN_PASSWORD: 'hunter2', DATABASE_URL: 'oracle://scott:tiger@db' });
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
