// Posts RMA messages of 2-3 kB over keep-alive connections, as fast as they are answered: stories of four messages.
// node post-rmas.mjs URL CALLS [http|raw [CONNECTIONS]]; prints {"calls", "seconds", "bytes", "failed"}. `http` is an
// ordinary client (node:http), `raw` writes to bare sockets and costs a fraction of it.
import http from 'node:http';
import net from 'node:net';
import { bodyOf } from './rma-body.mjs';

const [url, callsText, client = 'http', connectionsText = '64'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const calls = Number(callsText);
const connections = Number(connectionsText);

let sent = 0;
let answered = 0;
let failed = 0;
let bytes = 0;
const begun = performance.now();
await new Promise((resolve) => {
  const heard = (isGood) => {
    if (!isGood) failed++;
    if (++answered === calls) resolve();
  };
  if (client === 'raw') for (let i = 0; i < connections; i++) rawLane(heard);
  else {
    const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
    for (let i = 0; i < connections; i++) httpLane(agent, heard);
  }
});

function rawLane(heard) {
  const socket = net.connect(Number(port), hostname);
  const next = () => {
    if (sent >= calls) return;
    const body = bodyOf(sent++);
    bytes += body.length;
    socket.write(
      `POST /rmas HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  socket.setNoDelay(true);
  socket.on('connect', next);
  // One request is open on a connection, and the answers fit into one packet.
  socket.on('data', (chunk) => {
    heard(chunk.indexOf('HTTP/1.1 200') === 0);
    next();
  });
}

function httpLane(agent, heard) {
  if (sent >= calls) return;
  const body = bodyOf(sent++);
  bytes += body.length;
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const asked = http.request({ agent, hostname, port, method: 'POST', path: '/rmas', headers }, (answer) => {
    answer.resume();
    answer.on('end', () => {
      heard(answer.statusCode === 200);
      httpLane(agent, heard);
    });
  });
  asked.end(body);
}

const seconds = (performance.now() - begun) / 1000;
process.stdout.write(`${JSON.stringify({ calls, seconds, bytes: Math.round(bytes / calls), failed })}\n`);
process.exit();
