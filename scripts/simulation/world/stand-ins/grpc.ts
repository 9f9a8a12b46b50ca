import grpc from '@grpc/grpc-js';
import { SimulatedChannel } from './calls.ts';

// Replaces grpc-js where the product imports it (simulate.ts): the same module with a client whose
// calls use the simulated network.
export default { ...grpc, Client: SimulatedChannel };
