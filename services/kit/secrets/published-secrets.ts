/**
 * Secrets that are public in this repository: those of docker-compose.yml and `npm start`. A test
 * reads both and fails for a secret that is missing here. R-603.
 */
export const publishedSecrets: ReadonlySet<string> = new Set([
  // passwords of databases
  'laptop',
  // keys between services, by their public half, which the private key names too
  '0AUyn9dg6quFDlvrz9SSq9aGwZrT_9k_Inpj9w4job4',
  '6-5jHp-2-qwqhqH9I-T8JFCh5WFaQDBwaQiScNgb6Zc',
  '7sgzV_hTFsAyyAkFEU-p-l5aGzFU_-lNNVxuKX5FMxk',
  'BvTztL8jvNH4vTFhHcLyBCT5HxHNEj65xmqdPdxvsT0',
  'GpUMN8QjY42n3FCRwIvIO2SKgft7G0tq6LgmXtaXnqo',
  'N_HQ6_GcxjDWHh3vAFDo43o_rRDLxWlQ2aDhq0qTiPI',
  'WaIXgQbexcwsdjJc7fwAhrBSI3j37Olw0g61QeC1uX8',
  'XHKMDt1AOGTPsD0FmP7bDvCQfBgaDeki3ODMMYerfmo',
  'ZhjBfeFd7q0i33vUxmEx_xPwj12uLs61Le5nVVnzYF4',
  // docker-compose.yml
  'laptop-only-bff',
  'laptop-only-bot-check-secret',
  'laptop-only-browser-secret-0123456789',
  'laptop-only-catalog',
  'laptop-only-factor-secret-0123456789',
  'laptop-only-identity',
  'laptop-only-identity-secret-0123456789',
  'laptop-only-operator',
  'laptop-only-payments',
  'laptop-only-platform-secret',
  'laptop-only-proctor-secret',
  'laptop-only-redis-password',
  'laptop-only-registration',
  'laptop-only-schools',
  'laptop-only-seminary',
  'laptop-only-slip-secret-0123456789',
  'laptop-only-start-link-secret-0123456789',
  'laptop-only-transaction-key',
  'laptop-only-transcripts',
  'laptop-only-tries-secret-0123456789',
  'laptop-only-ttinj-key',
  'laptop-only-webhooks-secret-0123456789',
  // npm start
  'sandbox-client-key',
  'sandbox-exam-secret',
  'sandbox-key',
  'sandbox-login',
  'sandbox-proctor-secret',
  'sandbox-recaptcha-secret',
  'sandbox-site-key',
  'sandbox-ttinj-client-key',
  'sandbox-ttinj-key',
  'sandbox-ttinj-login',
]);
