import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { httpServer } from '#apps/server/http.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { readVideoTicket, writeVideoTicket } from '#areas/device/server/ticket.ts';
import { videoNetworks, VIDEO_PATH } from '#areas/device/server/video.ts';

const frame = Buffer.from('ffd8ffe000104a46494600ffd9', 'hex');
let product: TestProduct;
let app: Awaited<ReturnType<typeof httpServer>>;
let camera: Server;
let at = '';
let parkId = '';
let watching: ServerResponse | undefined;
let requests: string[] = [];

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.first, '画面车场');
  camera = createServer((request, response) => {
    requests.push(request.url!);
    if (request.url === '/still.jpg') response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(frame);
    else if (request.url === '/secrets')
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"password":"x"}');
    else if (request.url === '/away') response.writeHead(302, { Location: '/secrets' }).end();
    else {
      watching = response;
      response.writeHead(200, { 'Content-Type': 'multipart/x-mixed-replace; boundary=f' });
      response.write(Buffer.concat([Buffer.from('--f\r\nContent-Type: image/jpeg\r\n\r\n'), frame]));
    }
  });
  await new Promise<void>((then) => {
    camera.listen(0, '127.0.0.1', then);
  });
  at = `http://127.0.0.1:${(camera.address() as AddressInfo).port}`;
  app = await httpServer({ database: product.database, served: [], whoIs: async () => null, logger: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  configure(videoNetworks.as(['127.0.0.0/8']));
});
after(async () => {
  configure(videoNetworks.as([]));
  camera.closeAllConnections();
  camera.close();
  await app.close();
  await product.close();
});

let count = 0;
const deviceAt = async (videoUrl: string): Promise<string> => {
  count += 1;
  return (
    await product.must('POST', '/api/updown/parkdevices/submit', {
      deviceName: `相机${count}`,
      parkId,
      deviceType: 'camera',
      sn: `VID-${process.pid}-${count}`,
      videoUrl,
    })
  ).id;
};
const token = (deviceId: string) => product.ask('GET', '/api/updown/parkdevices/getKitToken', { deviceId });
const look = (url: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${url}`, {
    headers: { 'Accept-Language': 'en' },
  });

test('a token opens the picture of its device for a minute, and the address of the camera is not in it', async () => {
  const { body } = await token(await deviceAt(`${at}/still.jpg`));
  assert.equal(body.data.kind, 'relayed');
  assert.doesNotMatch(JSON.stringify(body.data), /still|127\.0\.0\.1/);
  const left = Date.parse(body.data.expiresAt) - Date.now();
  assert.ok(left > 50_000 && left <= 60_000, String(left));
  const answer = await look(body.data.url);
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')],
    [200, 'image/jpeg', 'no-store'],
  );
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), frame);
});

test('a film comes as the camera sends it, and the camera is let go when the watcher leaves', async () => {
  const { body } = await token(await deviceAt(`${at}/live`));
  const answer = await look(body.data.url);
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  assert.ok(Buffer.from(value!).includes(frame));
  const left = new Promise<void>((then) => {
    watching!.once('close', then);
  });
  await reader.cancel();
  await left;
});

test('a token that is made up, altered, run out or of another kind opens nothing', async () => {
  const id = await deviceAt(`${at}/still.jpg`);
  const good: string = (await token(id)).body.data.token;
  const { session } = readVideoTicket(good)!;
  const old = writeVideoTicket({ tenantId: 1, deviceId: id, session, until: Date.now() - 1 });
  for (const bad of ['', 'x', `${good}x`, old])
    assert.equal((await look(`${VIDEO_PATH}?token=${bad}`)).status, 401, bad);
});

test('who has logged out opens nothing by the token he was given', async () => {
  const id = await deviceAt(`${at}/still.jpg`);
  const as = await product.login('admin', product.passwords['admin']!);
  const { body } = await product.ask('GET', '/api/updown/parkdevices/getKitToken', { deviceId: id }, { as });
  await product.must('GET', '/api/api-uaa/oauth/remove/token', {}, { as });
  assert.equal((await look(body.data.url)).status, 401);
});

test('another group gets no token, nor does who may not see devices', async () => {
  const id = await deviceAt(`${at}/still.jpg`);
  assert.equal(
    (await product.ask('GET', '/api/updown/parkdevices/getKitToken', { deviceId: id }, { as: 'otherTenant' })).status,
    404,
  );
  assert.equal(
    (await product.ask('GET', '/api/updown/parkdevices/getKitToken', { deviceId: id }, { as: 'nobody' })).status,
    403,
  );
});

test('what is no picture, leads elsewhere or does not answer is the same answer: nobody reads a network by it', async () => {
  requests = [];
  const words = new Set<string>();
  for (const url of [`${at}/secrets`, `${at}/away`, 'http://127.0.0.1:9/x']) {
    const answer = await look((await token(await deviceAt(url))).body.data.url);
    assert.equal(answer.status, 422, url);
    words.add(((await answer.json()) as { msg: string }).msg);
  }
  assert.equal(words.size, 1);
  assert.deepEqual(requests, ['/secrets', '/away'], 'a redirect is not followed');
});

test('only the listed networks are contacted, whether by address or by name', async () => {
  assert.equal((await token(await deviceAt('http://10.1.2.3/live'))).status, 422);
  configure(videoNetworks.as(['10.0.0.0/8']));
  requests = [];
  const byName = at.replace('127.0.0.1', 'localhost');
  const { body } = await token(await deviceAt(`${byName}/still.jpg`));
  assert.equal((await look(body.data.url)).status, 422);
  configure(videoNetworks.as([]));
  assert.equal((await token(await deviceAt(`${byName}/still.jpg`))).status, 422);
  assert.deepEqual(requests, []);
  configure(videoNetworks.as(['127.0.0.0/8']));
});

test('an rtsp address is for a player: no token', async () => {
  const { body } = await token(await deviceAt('rtsp://10.0.0.9/stream1'));
  assert.deepEqual(body.data, { kind: 'address', token: null, url: 'rtsp://10.0.0.9/stream1', expiresAt: null });
});
