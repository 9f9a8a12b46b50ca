import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  create,
  createFileRegistry,
  type DescField,
  type DescMessage,
  fromBinary,
  type Message,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import { FileDescriptorSetSchema, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { TEST_NOW } from '@portal/access/testing/test-clock';

const PROTO = fileURLToPath(new URL('../../../../proto', import.meta.url));

/** How much of a response is filled. */
export type SeedState = 'full' | 'sparse';

/**
 * Returns a function that makes the response of an RPC in its wire form. `full`: every field has a
 * value and every list one item; numbers are `id`, so that each row refers to each other row, and a
 * text is the name of its field, unless `values` has a value for the field. Of a `oneof` the first
 * field is set; a message inside itself stays empty. `sparse`: the same without optional fields and
 * with empty lists.
 */
export function createFiller({
  id,
  values,
}: {
  id: number;
  values: Readonly<Record<string, unknown>>;
}) {
  const protos = execFileSync('buf', ['build', '-o', '-#format=binpb'], {
    cwd: PROTO,
  });
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, protos));

  function scalar(name: string, type: ScalarType): unknown {
    if (name in values) return values[name];
    if (type === ScalarType.STRING) return name;
    if (type === ScalarType.BYTES) return new TextEncoder().encode(name);
    if (type === ScalarType.BOOL) return true;
    const isLong = [ScalarType.INT64, ScalarType.UINT64, ScalarType.SINT64].includes(type);
    return isLong ? BigInt(id) : id;
  }

  function single(field: DescField, filling: SeedState, outer: readonly string[]): unknown {
    if (field.enum) return (field.enum.values[1] ?? field.enum.values[0])?.number;
    if (field.message) return filled(field.message, filling, outer);
    return scalar(field.name, field.scalar as ScalarType);
  }

  function filled(message: DescMessage, filling: SeedState, outer: readonly string[]): Message {
    const made = create(message) as Message & Record<string, unknown>;
    if (message.typeName === 'google.protobuf.Timestamp')
      return timestampFromDate(TEST_NOW) as unknown as Message;
    if (outer.includes(message.typeName)) return made;
    const inner = [...outer, message.typeName];
    for (const field of message.fields) {
      if (field.oneof && field.oneof.fields[0] !== field) continue;
      if (filling === 'sparse' && (field.fieldKind === 'list' || isOptional(field))) continue;
      const value = field.fieldKind === 'map' ? {} : single(field, filling, inner);
      if (field.oneof) made[field.oneof.localName] = { case: field.localName, value };
      else made[field.localName] = field.fieldKind === 'list' ? [value] : value;
    }
    return made;
  }

  /** Returns the response of an RPC, in its wire form. */
  return (service: string, rpc: string, filling: SeedState): Uint8Array => {
    const method = registry
      .getService(service)
      ?.methods.find(({ name, localName }) => [name, localName].includes(rpc));
    if (!method) throw new Error(`the protos do not declare ${service}.${rpc}`);
    return toBinary(method.output, filled(method.output, filling, []));
  };
}

/** Whether the field is declared `optional`, or in a `oneof`. */
const isOptional = ({ oneof, proto }: DescField): boolean =>
  oneof !== undefined || proto.proto3Optional;
