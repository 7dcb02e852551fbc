using System;
using System.IO;
using Fields = System.Collections.Generic.Dictionary<string, object>;

namespace ArenaBot
{
    /// <summary>
    /// Replays recorded messages of the arena to the bot, and the protocol's test vectors to its codec.
    /// </summary>
    static class Test
    {
        static void Main()
        {
            AnswersEachRecordedMessageThatAsks();
            ValidBytesAreReadAsTheirValue();
            InvalidBytesAreTheNamedFault();
        }

        static void AnswersEachRecordedMessageThatAsks()
        {
            var written = new MemoryStream();
            using (var said = File.OpenRead("test/vectors/conversation.msgpack"))
                new Conversation(new MyBot(), said, written).Play();
            string fault = Wire.Fault(written.ToArray());
            Expect(fault == null, "the answers have the fault " + fault);
            written.Position = 0;
            string[] types = { "hello", "ready", "act", "act", "act", "ready" };
            long[] ids = { 0, 0, 1, 1, 2, 0 };
            long[] legal = { 0, 0, 3, 3, 2, 0 };
            for (int i = 0; i < types.Length; i++)
            {
                var answer = (Fields)MessagePack.Read(written);
                Expect((string)answer["type"] == types[i], "answer " + i + " is of type " + answer["type"]);
                if (ids[i] == 0) continue;
                long index = (long)answer["index"];
                Expect((long)answer["id"] == ids[i], "answer " + i + " has the id " + answer["id"]);
                Expect(index >= 0 && index < legal[i], "answer " + i + " has the index " + index);
            }
            Expect(written.Position == written.Length, "more was answered than asked");
            Console.WriteLine("answers each recorded message that asks: ok");
        }

        static void ValidBytesAreReadAsTheirValue()
        {
            EachVector("valid.json", vector =>
            {
                object value = MessagePack.Read(new MemoryStream(vector.Bytes));
                var packed = new MemoryStream();
                MessagePack.Write(packed, value);
                packed.Position = 0;
                ExpectText(Vector.Spelled(value), vector.Expected);
                ExpectText(Vector.Spelled(MessagePack.Read(packed)), vector.Expected);
                ExpectText(Vector.Spelled(Wire.Fault(vector.Bytes, vector.From == "bot")), "null");
            });
            Console.WriteLine("valid bytes are read as their value: ok");
        }

        /// <summary>What the arena itself must not send is left out: a bot trusts it.</summary>
        static void InvalidBytesAreTheNamedFault()
        {
            EachVector("invalid.json", vector =>
            {
                if (vector.From == "arena") return;
                ExpectText(Vector.Spelled(Wire.Fault(vector.Bytes, vector.From == "bot")), vector.Expected);
            });
            Console.WriteLine("invalid bytes are the named fault: ok");
        }

        static void EachVector(string file, Action<Vector> test)
        {
            foreach (var vector in Vector.All(file))
            {
                try
                {
                    test(vector);
                }
                catch (Exception e)
                {
                    Expect(false, vector.Name + ": " + e.Message);
                }
            }
        }

        static void ExpectText(string found, string expected)
        {
            if (found != expected) throw new Exception("found " + found + ", expected " + expected);
        }

        static void Expect(bool holds, string otherwise)
        {
            if (holds) return;
            Console.Error.WriteLine(otherwise);
            Environment.Exit(1);
        }
    }
}
