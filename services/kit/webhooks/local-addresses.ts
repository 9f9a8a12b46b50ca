/** Whether webhooks may go to local addresses by plain HTTP: in development alone. */
export const allowLocalAddresses = (): boolean => process.env.WEBHOOK_LOCAL_ADDRESSES === 'true';
