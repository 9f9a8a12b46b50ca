import { randomUUID } from 'node:crypto';
import { newYorkDay } from '@portal/contract/days';
import * as contract from '@portal/contract/students/my-data';
import { steadyNow } from '@portal/kit/steady-clock';
import type { DataRequest } from '@portal/proto/identity/v1/data_requests';
import { Streamed, savedAs } from '../http/files/streamed.ts';
import { Accepted, route } from '../http/route.ts';
import { blankRoute } from './blank-student.ts';
import { dataPdf } from './data-pdf.ts';

const PAGE = 50;

function requestView({ id, askedBy, askedAt, state, until }: DataRequest): contract.DataExport {
  return {
    requestId: id,
    at: (askedAt as Date).toISOString(),
    by: askedBy === '' ? 'Student' : askedBy,
    state: state as contract.DataExport['state'],
    until: until?.toISOString() ?? null,
  };
}

export const dataRequestRoutes = [
  blankRoute,

  route(contract.getMyData, async ({ input, student: studentId, by, response }, { identity }) => {
    const { requestId, format } = input;
    if (requestId === undefined) {
      const { requests } = await identity.dataRequests.listOwnRequests({}, by);
      return { requests: requests.map(requestView) };
    }
    // it is noted who fetched it, each time
    const opening = { ...by, key: randomUUID() };
    const { askedAt, services } = await identity.dataRequests.openData({ requestId }, opening);
    const data: contract.StudentData = {
      studentId,
      askedAt: (askedAt as Date).toISOString(),
      services: services.map(({ service, tables }) => ({
        service,
        tables: tables.map(({ name, rows }) => ({ name, rows: JSON.parse(rows) })),
      })),
    };
    const name = `Data of student ${studentId} ${newYorkDay(askedAt as Date)}`;
    if (format === 'pdf') {
      const file = await dataPdf(data, steadyNow());
      return new Streamed(contract.getMyData.file, file, savedAs(`${name}.pdf`));
    }
    for (const [header, value] of Object.entries(savedAs(`${name}.json`)))
      response.setHeader(header, value);
    return data;
  }),

  route(
    contract.requestMyData,
    async ({ input: { reason = '' }, by }, { identity }) =>
      new Accepted(await identity.dataRequests.requestData({ reason }, by)),
  ),

  route(contract.getDataRequests, async ({ input, by }, { identity }) => {
    const { page = 1, pageSize = PAGE, kind, state } = input;
    const query = { limit: pageSize, offset: (page - 1) * pageSize, kind, state };
    const { requests, total } = await identity.dataRequests.listDataRequests(query, by);
    return {
      items: requests.map((request) => ({
        ...requestView(request),
        studentId: request.studentId,
        student: request.student,
        kind: request.kind as contract.DataRequest['kind'],
        state: request.state as contract.DataRequest['state'],
        reason: request.reason ?? null,
      })),
      total,
    };
  }),
];
