/*
 * Accept.js of the sandbox: takes a card or bank account in the browser, sends it to the processor
 * (never to the shop's own server) and returns opaque data for one use. Same calls, answers and
 * error codes as the library of Authorize.Net.
 */
(() => {
  const script =
    document.currentScript ?? [...document.scripts].find((one) => /\/v1\/Accept\.js/.test(one.src));
  const api = new URL('/xml/v1/request.api', script?.src ?? location.href).href;

  const texts = {
    E_WC_04: 'Please provide mandatory fields to library.',
    E_WC_05: 'Please provide valid credit card number.',
    E_WC_06: 'Please provide valid expiration month.',
    E_WC_07: 'Please provide valid expiration year.',
    E_WC_08: 'Expiration date must be in the future.',
    E_WC_10: 'Please provide valid apiloginid.',
    E_WC_14: 'Accept.js encryption failed.',
    E_WC_15: 'Please provide valid CVV.',
    E_WC_16: 'Please provide valid Zip code.',
    E_WC_17: 'Please provide valid card holder name.',
    E_WC_18: 'Client Key is required.',
    E_WC_19: 'An error occurred during processing. Please try again.',
    E_WC_21: 'User authentication failed due to invalid authentication values.',
    E_WC_23: 'Please provide either card information or bank information.',
    E_WC_24: 'Please provide valid account number.',
    E_WC_25: 'Please provide valid routing number.',
    E_WC_26: 'Please provide valid account holder name.',
    E_WC_27: 'Please provide valid account type.',
  };
  const message = (code, text) => ({ code, text: text ?? texts[code] });
  const failure = (messages) => ({ messages: { resultCode: 'Error', message: messages } });

  const luhn = (number) =>
    [...number].reverse().reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0) %
      10 ===
    0;

  const cardProblems = (card, number, month, year) => {
    const found = [];
    if (!/^\d{13,16}$/.test(number) || !luhn(number)) found.push('E_WC_05');
    const monthHolds = /^(0?[1-9]|1[0-2])$/.test(month);
    const yearHolds = /^(\d{2}|\d{4})$/.test(year);
    if (!monthHolds) found.push('E_WC_06');
    if (!yearHolds) found.push('E_WC_07');
    // good until the end of its month
    if (
      monthHolds &&
      yearHolds &&
      new Date(Number(year.length === 2 ? `20${year}` : year), Number(month), 1) <= new Date()
    )
      found.push('E_WC_08');
    if (card.cardCode && !/^\d{3,4}$/.test(card.cardCode)) found.push('E_WC_15');
    if (card.zip && card.zip.length > 20) found.push('E_WC_16');
    if (card.fullName && card.fullName.length > 64) found.push('E_WC_17');
    return found;
  };

  const cardToken = (card) => {
    const number = String(card.cardNumber ?? '').replace(/\s/g, '');
    const month = String(card.month ?? '').trim();
    const year = String(card.year ?? '').trim();
    const problems = cardProblems(card, number, month, year);
    const token = {
      cardNumber: number,
      expirationDate: month.padStart(2, '0') + (year.length === 2 ? `20${year}` : year),
    };
    for (const name of ['cardCode', 'zip', 'fullName'])
      if (card[name]) token[name] = String(card[name]);
    return { problems, data: { token } };
  };

  const bankToken = (bank) => {
    const problems = [];
    if (!/^\d{4,17}$/.test(String(bank.accountNumber ?? ''))) problems.push('E_WC_24');
    if (!/^\d{9}$/.test(String(bank.routingNumber ?? ''))) problems.push('E_WC_25');
    if (!bank.nameOnAccount || String(bank.nameOnAccount).length > 22) problems.push('E_WC_26');
    if (!['checking', 'savings', 'businessChecking'].includes(bank.accountType))
      problems.push('E_WC_27');
    const { accountType, routingNumber, accountNumber, nameOnAccount } = bank;
    return {
      problems,
      data: { bankToken: { accountType, routingNumber, accountNumber, nameOnAccount } },
    };
  };

  const send = async (authData, data) => {
    const request = {
      securePaymentContainerRequest: {
        merchantAuthentication: { name: authData.apiLoginID, clientKey: authData.clientKey },
        data: { type: 'TOKEN', id: crypto.randomUUID?.() ?? String(Math.random()), ...data },
      },
    };
    try {
      const answer = await fetch(api, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify(request),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      const body = JSON.parse((await answer.text()).replace(/^\uFEFF/, ''));
      if (body.messages.resultCode === 'Ok')
        return { opaqueData: body.opaqueData, messages: body.messages };
      return failure(
        body.messages.message.map(({ code, text }) =>
          code === 'E00007'
            ? message('E_WC_21')
            : message(code.startsWith('E_WC') ? code : 'E_WC_19', text),
        ),
      );
    } catch {
      return failure([message('E_WC_19')]);
    }
  };

  const dispatchData = (secureData, responseHandler) => {
    const handler =
      typeof responseHandler === 'function' ? responseHandler : window[responseHandler];
    const reply = (answer) => setTimeout(() => handler(answer), 0);
    const { authData, cardData, bankData } = secureData ?? {};
    if (!authData || (!cardData && !bankData)) return reply(failure([message('E_WC_04')]));
    if (!authData.apiLoginID) return reply(failure([message('E_WC_10')]));
    if (!authData.clientKey) return reply(failure([message('E_WC_18')]));
    if (cardData && bankData) return reply(failure([message('E_WC_23')]));
    const { problems, data } = cardData ? cardToken(cardData) : bankToken(bankData);
    if (problems.length > 0) return reply(failure(problems.map((code) => message(code))));
    void send(authData, data).then(reply);
  };

  window.Accept = { dispatchData };
  document.dispatchEvent(new Event('acceptLoaded'));
})();
