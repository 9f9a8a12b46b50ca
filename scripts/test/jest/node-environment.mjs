// Node as the world of a test. Jest gives each test file a global object behind an interceptor and
// a proxy, which are asked for every `Math` and `Object`: in a loop that costs more than the code
// under test. Here it is an ordinary object.
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { skipWhenOutOfTime } from './out-of-time.mjs';

export default class NodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
  handleTestEvent(event) {
    skipWhenOutOfTime(event);
  }
}
