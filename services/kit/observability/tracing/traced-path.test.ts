import { expect, test } from '@jest/globals';
import { tracedPath } from './traced-path.ts';

test.each([
  { url: '/create/12/s3cretToken', seen: '/create/…' },
  { url: '/reset/12/s3cretToken/', seen: '/reset/…' },
  { url: '/admin/reset/3/s3cretToken', seen: '/admin/…' },
  { url: '/startExam/eyJzdHVkZW50X2lkIjo', seen: '/startExam/…' },
  { url: '/StartExam//eyJzdHVkZW50X2lkIjo', seen: '/StartExam/…' },
  { url: '/register/ZGFuYUBzdHVkZW50LnRlc3Q/2/MjM0', seen: '/register/…' },
  { url: '/register/ZGFuYUBzdHVkZW50LnRlc3Q/2/MjM0?invitation=s3cretToken', seen: '/register/…' },
  { url: '//create/12/s3cretToken', seen: '/…' },
  { url: '/login?email=dana@student.test', seen: '/login' },
  { url: 'http://portal.test/create/12/s3cretToken', seen: '/…' },
  { url: '/', seen: '/' },
  { url: '', seen: '/' },
  { url: '/api/getSession?sessionId=4', seen: '/api/getSession' },
  { url: '/assets/index-aB3dE6fG.js', seen: '/assets/index-aB3dE6fG.js' },
  { url: '/apiary/s3cretToken', seen: '/apiary/…' },
])('a trace has $seen of $url', ({ url, seen }) => {
  expect(tracedPath(url)).toBe(seen);
});
