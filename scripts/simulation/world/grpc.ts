import grpc from '@grpc/grpc-js';
import { SimulatedChannel } from './calls.ts';

// Stands in for grpc-js where the product imports it (simulate.ts): the same, with a client whose
// calls go through the simulated network.
export default { ...grpc, Client: SimulatedChannel };
