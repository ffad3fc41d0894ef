// The same on Express: npm install express, then node express.mjs orders.ndjson variants.json
import express from 'express';
import { makeRetailer, settings } from './retailer.mjs';

const answer = makeRetailer(settings());

const app = express();
// As text: broken JSON is answered by the retailer, not by Express.
app.use(express.text({ type: () => true, limit: '5mb' }));
app.use((request, response) => {
  const { status, body } = answer(
    request.method,
    request.path,
    request.headers,
    typeof request.body === 'string' ? request.body : '',
  );
  response.status(status).json(body);
});
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
