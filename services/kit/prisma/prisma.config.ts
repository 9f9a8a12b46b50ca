// What Prisma's own commands ask for, of any service:
// DATABASE_URL=... npx prisma migrate deploy --config services/kit/prisma/prisma.config.ts \
//   --schema services/identity/prisma
export default { datasource: { url: process.env.DATABASE_URL } };
