/*
 * The shape of requests as Authorize.Net's schema (AnetApiSchema.xsd) fixes it: names, their order
 * and the longest values. The real API reads JSON through that XML schema, so a field in the wrong
 * place is refused there, and therefore here.
 */

/**
 * Children of each element type in their order; `name:type` where the child has children of its own
 * that are checked.
 */
const types: Record<string, string> = {
  authentication:
    'name transactionKey sessionToken password impersonationAuthentication fingerPrint ' +
    'clientKey accessToken mobileDeviceId',
  opaqueData: 'dataDescriptor dataValue dataKey expirationTimeStamp',
  creditCard:
    'cardNumber expirationDate cardCode isPaymentToken cryptogram tokenRequestorName ' +
    'tokenRequestorId tokenRequestorEci',
  bankAccount:
    'accountType routingNumber accountNumber nameOnAccount echeckType bankName checkNumber',
  payment:
    'creditCard:creditCard bankAccount:bankAccount trackData encryptedTrackData payPal ' +
    'opaqueData:opaqueData emv dataSource',
  address: 'firstName lastName company address city state zip country phoneNumber faxNumber email',
  order:
    'invoiceNumber description discountAmount taxIsAfterDiscount totalTaxTypeCode ' +
    'purchaserVATRegistrationNumber merchantVATRegistrationNumber ' +
    'vatInvoiceReferenceNumber purchaserCode summaryCommodityCode purchaseOrderDateUTC ' +
    'supplierOrderReference authorizedContactName cardAcceptorRefNumber amexDataTAA1 ' +
    'amexDataTAA2 amexDataTAA3 amexDataTAA4',
  lineItems: 'lineItem:lineItem',
  lineItem: 'itemId name description quantity unitPrice taxable',
  customer: 'type id email driversLicense taxId',
  paymentByProfile:
    'createProfile customerProfileId paymentProfile:profilePayment shippingProfileId',
  profilePayment: 'paymentProfileId cardCode',
  transaction:
    'transactionType amount currencyCode payment:payment profile:paymentByProfile solution ' +
    'callId terminalNumber authCode refTransId splitTenderId order:order ' +
    'lineItems:lineItems tax duty shipping taxExempt poNumber customer:customer ' +
    'billTo:address shipTo:address customerIP cardholderAuthentication retail employeeId ' +
    'transactionSettings userFields surcharge merchantDescriptor subMerchant tip ' +
    'processingOptions subsequentAuthInformation otherTax shipFrom ' +
    'authorizationIndicatorType',
  paymentProfile:
    'customerType billTo:address payment:payment driversLicense taxId ' +
    'defaultPaymentProfile subsequentAuthInformation excludeFromAccountUpdater',
  paymentProfileUpdate:
    'customerType billTo:address payment:payment driversLicense taxId ' +
    'defaultPaymentProfile subsequentAuthInformation excludeFromAccountUpdater ' +
    'customerPaymentProfileId',
  customerProfile:
    'merchantCustomerId description email paymentProfiles:paymentProfile ' +
    'shipToList:address profileType',
  customerProfileUpdate: 'merchantCustomerId description email customerProfileId',
  customerBase: 'merchantCustomerId description email',
  container: 'type id token:cardToken bankToken:bankAccount',
  cardToken: 'cardNumber expirationDate cardCode zip fullName',
  sorting: 'orderBy orderDescending',
  paging: 'limit offset',
};

/** Elements of each request after merchantAuthentication, clientId and refId. */
const requests: Record<string, string> = {
  authenticateTestRequest: '',
  getMerchantDetailsRequest: '',
  securePaymentContainerRequest: 'data:container',
  createTransactionRequest: 'transactionRequest:transaction',
  createCustomerProfileRequest: 'profile:customerProfile validationMode',
  createCustomerProfileFromTransactionRequest:
    'transId customer:customerBase customerProfileId defaultPaymentProfile ' +
    'defaultShippingAddress profileType',
  getCustomerProfileRequest:
    'customerProfileId merchantCustomerId email unmaskExpirationDate includeIssuerInfo',
  getCustomerProfileIdsRequest: '',
  updateCustomerProfileRequest: 'profile:customerProfileUpdate',
  deleteCustomerProfileRequest: 'customerProfileId',
  createCustomerPaymentProfileRequest:
    'customerProfileId paymentProfile:paymentProfile validationMode',
  getCustomerPaymentProfileRequest:
    'customerProfileId customerPaymentProfileId unmaskExpirationDate includeIssuerInfo',
  updateCustomerPaymentProfileRequest:
    'customerProfileId paymentProfile:paymentProfileUpdate validationMode',
  deleteCustomerPaymentProfileRequest: 'customerProfileId customerPaymentProfileId',
  validateCustomerPaymentProfileRequest:
    'customerProfileId customerPaymentProfileId customerShippingAddressId cardCode validationMode',
  getTransactionDetailsRequest: 'transId',
  getTransactionListRequest: 'batchId sorting:sorting paging:paging',
  getUnsettledTransactionListRequest: 'status sorting:sorting paging:paging',
  getTransactionListForCustomerRequest:
    'customerProfileId customerPaymentProfileId sorting:sorting paging:paging',
  getSettledBatchListRequest: 'includeStatistics firstSettlementDate lastSettlementDate',
  getBatchStatisticsRequest: 'batchId',
};

const longest: Record<string, number> = {
  refId: 20,
  invoiceNumber: 20,
  itemId: 31,
  name: 31,
  description: 255,
  firstName: 50,
  lastName: 50,
  company: 50,
  address: 60,
  city: 40,
  state: 40,
  zip: 20,
  country: 60,
  phoneNumber: 25,
  faxNumber: 25,
  email: 255,
  merchantCustomerId: 20,
  cardNumber: 16,
  expirationDate: 7,
  cardCode: 4,
  accountNumber: 17,
  routingNumber: 9,
  nameOnAccount: 22,
  bankName: 50,
  fullName: 64,
  dataDescriptor: 128,
  dataValue: 8192,
  customerIP: 15,
};

interface Child {
  name: string;
  place: number;
  type: string | undefined;
}
type Children = Map<string, Child>;
const childrenOf = (list: string): Children =>
  new Map(
    list
      .split(' ')
      .filter(Boolean)
      .map((item, place) => {
        const [name = '', type] = item.split(':');
        return [name, { name, place, type }];
      }),
  );
const typeChildren = new Map(Object.entries(types).map(([name, list]) => [name, childrenOf(list)]));
const requestChildren = new Map(
  Object.entries(requests).map(([name, list]) => [
    name,
    childrenOf(`merchantAuthentication:authentication clientId refId ${list}`),
  ]),
);

const namespace = 'AnetApi/xml/v1/schema/AnetApiSchema.xsd';

function fault(element: string, value: Record<string, unknown>, children: Children): string | null {
  let last = -1;
  for (const [key, item] of Object.entries(value)) {
    const child = children.get(key);
    if (!child || child.place < last) {
      const open = [...children.values()].filter(
        (other) => other.place > last || (other.place === last && Array.isArray(item)),
      );
      const expected = open.map((other) => other.name).join(', ');
      return (
        `The element '${element}' in namespace '${namespace}' has invalid child element ` +
        `'${key}' in namespace '${namespace}'. List of possible elements expected: ` +
        `'${expected}' in namespace '${namespace}'.`
      );
    }
    last = child.place;
    const problem = faultOfChild(child, item);
    if (problem) return problem;
  }
  return null;
}

function faultOfChild(child: Child, item: unknown): string | null {
  if (child.type === undefined) {
    const most = longest[child.name];
    if (most === undefined || typeof item === 'object' || String(item).length <= most) return null;
    return (
      `The '${namespace}:${child.name}' element is invalid - The value XXXXX is invalid ` +
      "according to its datatype 'String' - " +
      'The actual length is greater than the MaxLength value.'
    );
  }
  for (const one of Array.isArray(item) ? item : [item]) {
    if (one === null || typeof one !== 'object' || Array.isArray(one))
      return `The '${namespace}:${child.name}' element is invalid.`;
    const problem = fault(
      child.name,
      one as Record<string, unknown>,
      typeChildren.get(child.type) ?? new Map(),
    );
    if (problem) return problem;
  }
  return null;
}

/** Returns whether the API has a request of this name. */
export function isRequest(name: string): boolean {
  return requestChildren.has(name);
}

/**
 * The text of E00003 for a body that the schema refuses (unknown field, wrong order, too long);
 * null when it holds.
 */
export function schemaFault(name: string, body: unknown): string | null {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return `The element '${name}' in namespace '${namespace}' has incomplete content.`;
  return fault(name, body as Record<string, unknown>, requestChildren.get(name) ?? new Map());
}
