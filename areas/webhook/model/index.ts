import { redeliverOne, webhookDelivery, webhookTry } from './delivery.ts';
import { redeliverRange, rotateWebhook, testWebhook, webhook } from './webhook.ts';

export const resources = [webhook, webhookDelivery, webhookTry];
export const reports = [];
export const calls = [rotateWebhook, testWebhook, redeliverRange, redeliverOne];
