using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Fields = System.Collections.Generic.Dictionary<string, object>;

namespace ArenaBot
{
    /// <summary>What a bot supplies. SPEC.md lists the fields of all messages.</summary>
    public interface IBot
    {
        string Name { get; }

        /// <summary>The parts of a decision that it wants: any of "view", "legal" and "events".</summary>
        IList<string> Send { get; }

        /// <summary>A match begins: game, players, seat, options, clock, bot_seed.</summary>
        void Start(Fields match);

        /// <summary>An index into the decision's legal actions.</summary>
        int Choose(Decision decision);

        /// <summary>The match has ended; scores and ranks are by seat.</summary>
        void Over(Fields result);
    }

    /// <summary>
    /// A decision. View, Legal and Events are there if the bot's Send asks for them; Clock has move_ms and bank_ms
    /// in milliseconds, null where there is no limit.
    /// </summary>
    public sealed class Decision
    {
        readonly Fields message;

        public Decision(Fields message)
        {
            this.message = message;
        }

        public long Id => (long)message["id"];
        public string Kind => (string)message["kind"];
        public Fields Clock => (Fields)message["clock"];
        public Fields View => (Fields)message["view"];
        public List<Fields> Legal => ((List<object>)message["legal"]).Cast<Fields>().ToList();
        public List<Fields> Events => ((List<object>)message["events"]).Cast<Fields>().ToList();
    }

    /// <summary>Talks with the arena: MessagePack over two streams.</summary>
    public sealed class Conversation
    {
        readonly IBot bot;
        readonly Stream input, output;
        Decision decision;

        public Conversation(IBot bot, Stream input, Stream output)
        {
            this.bot = bot;
            this.input = new BufferedStream(input);
            this.output = output;
        }

        /// <summary>Play until the arena says bye or goes away.</summary>
        public void Play()
        {
            try
            {
                while (Answer((Fields)MessagePack.Read(input)))
                {
                }
            }
            catch (EndOfStreamException)
            {
                // the arena has gone
            }
        }

        bool Answer(Fields message)
        {
            switch ((string)message["type"])
            {
                case "hello":
                    Say(new Fields { ["type"] = "hello", ["protocol"] = 1, ["name"] = bot.Name, ["send"] = bot.Send.ToList() });
                    break;
                case "start":
                    bot.Start(message);
                    Say(new Fields { ["type"] = "ready" });
                    break;
                case "decide":
                    decision = new Decision(message);
                    Act();
                    break;
                case "rejected":
                    Console.Error.WriteLine("rejected: " + message["reason"]);
                    Act();
                    break;
                case "over":
                    bot.Over(message);
                    break;
                case "bye":
                    return false;
            }
            return true;
        }

        void Act()
        {
            Say(new Fields { ["type"] = "act", ["id"] = decision.Id, ["index"] = bot.Choose(decision) });
        }

        void Say(Fields message)
        {
            var packed = new MemoryStream();
            MessagePack.Write(packed, message);
            packed.WriteTo(output);
            output.Flush();
        }
    }
}
